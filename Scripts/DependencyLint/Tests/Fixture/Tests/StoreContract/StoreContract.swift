import Domain
public import Ports
import Testing

/// What every store keeps.
public func contract(_ store: any ShelfKeeping) {
    #expect(store.shelf().size == 0)
}
