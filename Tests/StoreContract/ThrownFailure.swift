public import Ports

/// The failure of a store that a body threw; nil if it threw none.
public func failure<Value>(_ body: () throws -> Value) -> StoreFailure? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? StoreFailure
    }
}
