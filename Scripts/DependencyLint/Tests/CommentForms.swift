/// Public declarations with and without a comment; `§` marks each that the lint must name, and only those.
enum CommentForms {
    static let all = [
        "§public struct A { §public init() {} }", "/// A.\npublic struct A {}", "/** A. */ public struct A {}",
        "///\n§public struct A {}", "// A.\n§public struct A {}", "/* A. */ §public enum A { case one, two }",
        "/// A.\n@frozen\npublic enum A { case one }", "§@frozen\n/// Too late.\npublic struct B {}",
        "struct A { public var b = 1; public func c() {} }", "§public func a(_ b: Int, c d: Int) {}",
        "/// A.\npublic final class A {\n    §public let b = 1\n    let c = 1\n    §public private(set) var d = 1\n}",
        "/// A.\npublic class A {\n    §open func b() {}\n    public internal(set) override init() {}\n}\n",
        "/// A.\npublic protocol A {\n    §func b()\n    /// C.\n    var c: Int { get }\n    §associatedtype D\n    §init()\n}",
        "protocol A { func b() }", "public extension Int {\n    §var a: Int { 1 }\n    internal var b: Int { 2 }\n}",
        "extension Int {\n    §public var a: Int { 1 }\n    var b: Int { 2 }\n}",
        "private extension Int { func a() {} }",
        "#if FOO\n§public let a = 1\n#else\n/// B.\npublic let b = 1\n#endif", "§public typealias A = Int",
        "/// A.\npublic struct A {\n    §public static func == (a: A, b: A) -> Bool { true }\n    §public subscript(i: Int) -> Int { 1 }\n}",
        "/// A.\npublic protocol A {\n    /// B.\n    func b(_ c: Int)\n}\n/// D.\npublic struct D: A {\n    public func b(_ c: Int) {}\n"
            + "    §public func b(d: Int) {}\n}",
        "/// A.\npublic protocol A {\n    /// B.\n    var b: Int { get }\n}\n/// C.\npublic protocol C: A {}\n/// D.\npublic typealias D = C & Sendable\n"
            + "/// E.\npublic struct E: D {}\nextension E {\n    public var b: Int { 1 }\n}",
        "/// A.\npublic actor A { func b() { func c() {} } }", "/// A.\n\npublic let a = 1", "package func a() {}",
        "/// A.\npublic enum A {\n    §public enum B {\n        §public static let c = 1\n    }\n    enum D { public static let e = 1 }\n}",
    ]
}
