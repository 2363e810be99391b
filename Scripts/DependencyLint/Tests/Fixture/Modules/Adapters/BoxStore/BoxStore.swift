public import Ports
import ShelfState

/// Opens a store in a box.
public func openBox() -> any ShelfKeeping { ShelfState() }
