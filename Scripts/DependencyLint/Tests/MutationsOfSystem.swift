extension Mutation {
    /// A system module's map, or its header, that must be refused.
    private static func refused(
        _ sentence: String, map: String? = nil, header: String? = nil, findings: Int = 1
    ) -> Mutation {
        Mutation("DL014", sentence) { sandbox in
            let module = try sandbox.first("system module") { $0.kind == .system }
            let own = sandbox.tree.below(module.folder).first { $0.hasSuffix(".h") } ?? ""
            let name = own.dropFirst(module.folder.count + 1)
            let path = map == nil ? own : "\(module.folder)/module.modulemap"
            let text = (map ?? header ?? "").replacing("NAME", with: module.name).replacing("OWN", with: name)
            if map == nil { try sandbox.append(path, text) } else { sandbox.write(path, text) }
            return .exactly(
                Array(repeating: Expected(rule: "DL014", file: path, target: module.name), count: findings))
        }
    }

    static let systems = [
        refused(
            "a second module hides between comments",
            map:
                "module NAME { header \"OWN\" }\n/* // */ module Evil { header \"/usr/include/dlfcn.h\" export * }\n/* */\n"
        ),
        refused(
            "a comment ends where it does not seem to",
            map: "module NAME { header \"OWN\" }\n// /*\nmodule Evil { header \"OWN\" }\n// */\n"),
        refused("a header lies behind two slashes", map: "module NAME { header \"//usr/include/dlfcn.h\" }\n"),
        refused("a header lies behind one slash", map: "module NAME { header \"/usr/include/dlfcn.h\" }\n"),
        refused("a header lies in another folder", map: "module NAME { header \"../other.h\" }\n"),
        refused("a header is not there", map: "module NAME { header \"none.h\" }\n"),
        refused("a map covers a folder", map: "module NAME { umbrella \".\" }\n"),
        refused("a map goes on elsewhere", map: "module NAME { header \"OWN\" }\nextern module Evil \"evil.map\"\n"),
        refused("a module within the module", map: "module NAME { header \"OWN\" module Evil { export * } }\n"),
        refused("a map that uses another module", map: "module NAME { header \"OWN\" use Evil }\n"),
        refused("a map of another name", map: "module Evil { header \"OWN\" }\n"),
        refused("a map that is empty", map: "\n"),
        refused("a map with an open comment", map: "module NAME { header \"OWN\" }\n/* module Evil {\n"),
        refused(
            "a header declares a symbol under another name",
            header: "extern long smuggled(void) __asm__(\"$s9FileStore8smuggledSiyF\");\n"),
        refused("a header declares a symbol of its own", header: "long smuggled(void);\n"),
        refused("a header includes a file beside it", header: "#include \"other.h\"\n"),
        refused("a header includes a file elsewhere", header: "#include <../other.h>\n"),
        refused("a header includes a file from the root", header: "#include </usr/include/dlfcn.h>\n"),
        refused("a header defines a macro", header: "#define find dlsym\n"),
        refused("a header says something of the linker", header: "#pragma weak smuggled\n"),
        refused(
            "a header finds a symbol by its name",
            header: "static inline void *find(const char *n) { return dlsym(0, n); }\n"),
        refused(
            "a header speaks assembler", header: "static inline void jump(void) { asm(\"jmp smuggled\"); }\n"),
        refused(
            "a header declares a symbol of Swift within a function",
            header: "static inline long f(void) { long $s9FileStore8smuggledSiyF(void); return 0; }\n"),
        refused(
            "a header has an attribute",
            header: "static inline long f(void) { __attribute__((weakref)) long g(void); return g(); }\n"),
        refused("a header has an open function", header: "static inline long f(void) {\n"),
        refused(
            "a header hides a directive behind two marks",
            header: "static inline int f(void) {\n%:pragma weak g = h\nreturn 0; }\n"),
        refused("a header joins lines", header: "// \\\nlong smuggled(void);\n"),
    ]
}
