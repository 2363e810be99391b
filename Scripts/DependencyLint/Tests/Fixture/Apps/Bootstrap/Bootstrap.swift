import BoxStore
public import Ports
import TinStore

/// Opens the store that this machine has.
public func open() -> any ShelfKeeping {
    let box = openBox()
    return openTin(box) ?? box
}
