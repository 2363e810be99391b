/// The format of all JSON that the commands write.
public enum JSONFormat {
    /// The version in every document.
    public static let version = 1
}

/// A value with a documented JSON shape.
public protocol JSONShape: Sendable {
    /// Writes its members, always all of them: what is absent is null.
    func writeMembers(into json: inout JSONWriter)
}

/// A shape that stands as a document of its own, one a line.
public protocol JSONDocument: JSONShape {
    /// What the document is about; programs look at it first.
    var kind: String { get }
}
