/// The ways to write an import, and what only looks like one.
///
/// `§` marks where the module's name stands and becomes a name of its own; `¤` does the same where the compiler does not see
/// the import, in a branch of an `#if` that is not taken. `‸` marks where the name begins, if that is before the mark.
enum ImportForms {
    static let written = [
        "import §", "\timport §", "import §\n", "import\n§", "import/* here */§", "import // here\n    §",
        "import struct §.Thing", "import typealias §.Thing", "import class §.Thing", "import enum §.Thing",
        "import protocol §.Thing", "import let §.thing", "import var §.thing", "import func §.thing",
        "import §.Part.Smaller", "import § // its\n", "import struct /* of */ § . Thing",
        "public import §", "package import §", "internal import §", "fileprivate import §",
        "private import struct §.Thing",
        "@_exported import §", "@`_exported` import §", "@testable import §", "@preconcurrency import §",
        "@_spi(Stores) import §",
        "@_implementationOnly import §", "@available(*, unavailable) import §",
        "@_exported\n@preconcurrency\n// a word\n/* another */ import §",
        "@_exported @_spi(A) @_spi(B)\npublic\nimport\nstruct\n§.Thing",
        "import §; import §", "import §;import §;", "struct Some {}\nimport §", "struct Some {}; import §",
        "let a = 1 ;import §", "import §\rimport §\r", "import §\r\nimport §\r\n", "\u{FEFF}import §",
        "#!/usr/bin/swift\nimport §",
        "import ‸`§`", "@testable import ‸`§`.Part", "import ‸Ünïcode§", "import ‸`with a blank §`",
        "/* import Nope */ import §", "/* /* import Nope */ import Nope */ import §", "// import Nope\nimport §",
        "/// import Nope\nimport §", "import § // import Nope", "import § /* import Nope */\n",
        "#sourceLocation(file: \"other.swift\", line: 99)\nimport §\n#sourceLocation()",
    ]

    static let conditional = [
        "#if FOO\nimport ¤\n#endif\nimport §", "#if FOO\nimport ¤\n#else\nimport §\n#endif",
        "#if FOO\nimport ¤\n#elseif BAR\nimport ¤\n#else\nimport §\n#endif",
        "#if FOO\n#if BAR\nimport ¤\n#else\nimport ¤\n#endif\n#else\n#if !BAR\nimport §\n#endif\n#endif",
        "#if canImport(Nowhere)\nimport ¤\n#endif",
        "#if canImport(Nowhere, _version: 2)\nimport ¤\n#else\nimport §\n#endif",
        "#if os(Windows)\nimport ¤\n#elseif os(Linux)\nimport §\n#endif", "#if compiler(<5)\nimport ¤\n#endif",
        "#if false\nimport ¤; import ¤\n#endif",
        "#if FOO || (BAR && !os(Linux))\n@_exported import struct ¤.Thing\n#endif",
        "#if FOO\n@_exported\n#endif\nimport §", "#if FOO\nimport ¤\n#endif // import Nope\nimport §",
        "#if FOO\nlet a = \"\"\"\n#endif\nimport Nope\n\"\"\"\nimport ¤\n#endif\nimport §",
    ]

    static let disguised = [
        #"let a = "import Nope"; import §"#, "let a = \"\"\"\nimport Nope\n\"\"\"\nimport §",
        ##"let a = #"import Nope" import Nope"#; import §"##,
        "let a = ##\"\"\"\nimport Nope\n\"\"\"#\nimport Nope\n\"\"\"##\nimport §",
        #"let a = "\(["import Nope"].joined(separator: "\("import Nope")"))"; import §"#,
        "let a = #/ import Nope /#\nimport §", "let a = #/\nimport Nope\n/#\nimport §",
        "let a = 4 / 2; let b = 2 / 1\nimport §",
        "let a = /import Nope/\nimport §", "struct S { var `import` = 1 }\nlet a = S().import\nimport §",
        "func f(import: Int) {}\nlet a: Void = f(import: 1)\nimport §",
        "enum E { case `import` }\nlet a = E.import\nimport §",
        "let `import` = 1\nlet a = `import`\nimport §", "func imported() {}\nlet important = 1\nimport §",
        "@propertyWrapper struct W { var wrappedValue: Int }\nimport §", "let a = [\"import\": 1]\nimport §",
        "let a = \"\\u{22}\"; import §", "let a = \"\\\\\"; import §", "let a = #\"\"\"#; import §",
        "let a = \"//\"; import §", "let a = \"/*\"; import § // */", "/*\n\"\n*/ import §", "// \\\nimport §",
        "/* \" */ import §", "let a = \"\"\"\n\\\"\"\"\nimport Nope\n\"\"\"\nimport §",
        "infix operator /*import Nope*/ +++\nimport §",
    ]

    /// Attributes, access levels, kinds and separators in all combinations.
    static let combined: [String] = ["", "@_exported ", "@preconcurrency\n", "@_spi(A)/**/@_spi(B) "].flatMap {
        attribute in
        ["", "public ", "private\n", "internal /* in */ "].flatMap { access in
            ["", "struct ", "func\t", "let "].flatMap { kind in
                [" ", "\n", "/**/", " // on\n"].map { gap in
                    "\(attribute)\(access)import\(gap)\(kind)§\(kind.isEmpty ? "" : ".thing")"
                }
            }
        }
    }

    static let all = written + conditional + disguised + combined
}
