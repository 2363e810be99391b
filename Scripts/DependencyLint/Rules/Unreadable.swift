/// DL017: sources that cannot be read or parsed, or told apart.
struct Unreadable {
    let project: Project

    /// Names every Swift file that must not be trusted.
    func findings() -> [Finding] {
        names()
            + project.files.flatMap { file in
                file.faults.map {
                    Finding(.unreadable, at: $0.place, target: file.owner.target, subject: file.path, $0.text)
                }
            }
    }

    /// Two names may be the same to Swift and not to the file system: only ASCII is safe.
    private func names() -> [Finding] {
        project.tree.paths.filter { path in
            !(path.split(separator: "/").last ?? "").utf8.allSatisfy { (0x20...0x7E).contains($0) }
        }.map {
            Finding(
                .unreadable, at: Place(file: $0), subject: $0, "The name is not ASCII, so another may look the same.",
                instead: "Name the file in printable ASCII.")
        }
    }
}
