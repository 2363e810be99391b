public import UseCases

/// The count in words.
public func words(for count: CountBooks) -> String { "\(count.run()) books" }
