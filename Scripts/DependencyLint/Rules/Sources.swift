/// DL017 and DL020: sources that cannot be read, and public declarations without a comment.
struct Sources {
    let project: Project

    /// Judges every Swift file.
    func findings() -> [Finding] {
        project.files.flatMap { file in
            file.faults
                + file.undocumented.map {
                    Finding(
                        .undocumented, at: $0.place, target: file.target, subject: $0.name,
                        "\($0.name) is public and has no doc comment.")
                }
        }
    }
}
