import Glibc

/// A file system of another machine, or of a process that may be one's agent.
public struct NetworkFileSystem: Hashable, Sendable {
    /// The type's name, as the system's list of mounts has it.
    public let type: String

    private static let types: Set<String> = [
        "9p", "afs", "ceph", "cifs", "coda", "fuse", "gfs", "gfs2", "lustre", "ncpfs", "nfs", "nfs4", "ocfs2", "smb3",
        "smbfs",
    ]

    /// The one that a path lies on, or would if it were there; nil if it is a local one, or the system does not say.
    public init?(at path: String) {
        // open(2): `O_PATH`, which the C library shows only on demand: nothing is opened, so that no device or pipe minds.
        let namesOnly: Int32 = 0o10_000_000
        var place = path
        var file = open(place, namesOnly | O_CLOEXEC)
        while file < 0, let slash = place.lastIndex(of: "/"), place != "/" {
            place = slash == place.startIndex ? "/" : String(place[..<slash])
            file = open(place, namesOnly | O_CLOEXEC)
        }
        if file < 0 { file = open(".", namesOnly | O_CLOEXEC) }
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard let mount = Self.lines(of: "/proc/self/fdinfo/\(file)").first(where: { $0.hasPrefix("mnt_id:") }),
            let number = mount.split(whereSeparator: \.isWhitespace).last
        else { return nil }
        self.init(mount: number, in: Self.lines(of: "/proc/self/mountinfo"))
    }

    /// The one that is mounted under a number, by the system's list of mounts; nil if it is a local one.
    init?(mount number: Substring, in list: [Substring]) {
        // proc_pid_mountinfo(5): the mount's number comes first, and its type after a hyphen that stands alone.
        for line in list {
            let words = line.split(separator: " ")
            guard words.first == number, let hyphen = words.firstIndex(of: "-"), hyphen + 1 < words.count else {
                continue
            }
            self.init(type: String(words[hyphen + 1]))
            return
        }
        return nil
    }

    /// The one of a type; nil if that is a local one.
    init?(type: String) {
        // A file system of a process is named `fuse`, perhaps with its kind after a point; `fuseblk` is on a local
        // disk.
        guard Self.types.contains(String(type.prefix { $0 != "." })) else { return nil }
        self.type = type
    }

    private static func lines(of path: String) -> [Substring] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var text: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(file, &block, block.count)
            if count <= 0 { break }
            text += block.prefix(count)
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n")
    }
}
