import Console
import Domain
import Presenters

/// The numbers that were stated.
extension Desk {
    /// The number in an option; nil if it was not stated.
    func number(_ option: String, as field: InvalidRequest.Field) throws(CommandFailure) -> Int? {
        do {
            return try StatedText.optionalNumber(arguments.value(option), as: field)
        } catch { throw CommandFailure(error) }
    }

    /// The number in text that must be there.
    func identifier(_ text: String?, as field: InvalidRequest.Field) throws(CommandFailure) -> Int64 {
        do { return try StatedText.number(text ?? "", as: field) } catch { throw CommandFailure(error) }
    }
}
