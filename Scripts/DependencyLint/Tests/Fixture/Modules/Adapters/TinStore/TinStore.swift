import CTin
public import Ports

/// Opens a store in a tin, unless it holds nothing.
public func openTin(_ inner: any ShelfKeeping) -> (any ShelfKeeping)? { tin_size() == 0 ? nil : inner }
