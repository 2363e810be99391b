/// Ways to reach a symbol by its name, and what only looks like one; `§` marks what the lint must name.
enum LeakForms {
    static let all = [
        "§@_silgen_name(\"secret\") func secret()", "§@_extern(c, \"secret\") func secret()",
        "§@_extern(wasm, module: \"m\", name: \"n\") func secret()", "§@_cdecl(\"shown\") func shown() {}",
        "§@`_silgen_name`(\"secret\") func secret()", "§@`_cdecl`(\"shown\") func shown() {}", "§@`c` func shown() {}",
        "let a = §_getTypeByMangledNameInEnvironment(b, 1, nil, nil)", "let a = Bundle.main.§classNamed(\"A\")",
        "let a = §NSProtocolFromString(\"A\")", "let a = §objc_getClass(\"A\")", "let a = §dlfunc(nil, \"a\")",
        "let a = [0].map(§_typeByName)", "let a = b.§principalClass", "let a = \\C.§principalClass",
        "§@c func shown() {}", "@inlinable\n§@c(shown) @inline(never)\nfunc other() {}",
        "§@_expose(Cxx) func shown() {}",
        "extension Int { §@_dynamicReplacement(for: a) var b: Int { 1 } }",
        "§@_originallyDefinedIn(module: \"Ports\", Linux 1) struct A {}",
        "#if FOO\n§@_silgen_name(\"secret\")\n#endif\nfunc secret()",
        "@freestanding(expression) macro m() = §#externalMacro(module: \"Ports\", type: \"T\")",
        "let a = §dlopen(nil, 0)", "let a = Glibc.§dlsym(nil, \"secret\")", "let a = [1].map { _ in §`dlsym` }",
        "func a() {\n    struct B {\n        let c = §dlvsym\n    }\n}", "let a = §_typeByName(\"5Ports4BookV\")",
        "#if FOO\nlet a = §NSClassFromString(\"Ports.Book\")\n#endif", "let a = \"\\(§dlsym)\"",
        "let a = \"dlsym @_silgen_name(1)\" // dlsym @c", "/* @_silgen_name(\"a\") dlopen(nil, 0) */",
        "func a(dlsym b: Int) {}",
        "let a = #\"\\(dlsym)\"#", "@available(*, unavailable) func c() {}", "struct S { let c = 1 }\nlet a = S().c",
    ]
}
