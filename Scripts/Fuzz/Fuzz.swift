import Glibc
import ReturnFileTrials

/// Gives whatever libFuzzer thinks of to the trials of one format, which `CIRC_FUZZ_FORMAT` names; without it, prints the
/// names.
@main
enum Fuzz {
    private static let format = getenv("CIRC_FUZZ_FORMAT").map { String(cString: $0) } ?? ""
    private static let trial = ReturnFileTrial(format: format == "auto" ? nil : format)

    static func main() {
        if format.isEmpty {
            for name in ReturnFileTrial.formats + ["auto"] { print(name) }
            return
        }
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(
            LLVMFuzzerRunDriver(&count, &arguments) { data, size in
                let bytes = Array(UnsafeBufferPointer(start: data, count: size))
                do {
                    if let finding = try Fuzz.trial.finding(bytes) { Fuzz.stop(finding) }
                } catch { Fuzz.stop("\(error)") }
                return 0
            })
    }

    /// Says what was found, and ends as a crash does.
    private static func stop(_ finding: String) -> Never {
        let line = Array("fuzz: \(finding)\n".utf8)
        write(STDERR_FILENO, line, line.count)
        abort()
    }
}
