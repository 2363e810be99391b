/// DL017: sources that cannot be read or parsed.
struct Unreadable {
    let project: Project

    /// Names every Swift file that must not be trusted.
    func findings() -> [Finding] {
        project.files.flatMap { file in
            file.faults.map {
                Finding(.unreadable, at: $0.place, target: file.owner.target, subject: file.path, $0.text)
            }
        }
    }
}
