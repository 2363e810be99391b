/// DL017 and DL020: sources that cannot be read, and public declarations without a comment.
struct Sources {
    let project: Project

    /// Judges every Swift file.
    func findings() -> [Finding] {
        project.files.flatMap { file in
            let target = file.owner.target
            let unreadable = file.faults.map {
                Finding(.unreadable, at: $0.place, target: target, subject: file.path, $0.text)
            }
            let undocumented = file.undocumented.map {
                let message = "\($0.text) is public and has no doc comment."
                return Finding(.undocumented, at: $0.place, target: target, subject: $0.text, message)
            }
            return unreadable + undocumented
        }
    }
}
