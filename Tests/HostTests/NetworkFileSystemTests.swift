import Testing

@testable import Host

@Suite("Network file systems")
struct NetworkFileSystemTests {
    @Test("File systems of other machines are known by their types")
    func networks() {
        for type in ["nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "fuse", "ceph"] {
            #expect(NetworkFileSystem(type: type)?.type == type)
        }
        for type in ["ext4", "xfs", "btrfs", "tmpfs", "overlay", "fuseblk", "zfs"] {
            #expect(NetworkFileSystem(type: type) == nil)
        }
    }

    @Test("A mount's type is read from the system's list of mounts, after whatever fields there are before it")
    func mounts() {
        let list: [Substring] = [
            "22 27 0:21 / /proc rw,relatime - proc proc rw",
            "31 27 0:40 /x /mnt/a\\040b rw,relatime shared:7 master:2 - nfs4 host:/x rw,vers=4.2",
            "310 27 0:41 / /srv rw - ext4 /dev/vda rw",
        ]
        #expect(NetworkFileSystem(mount: "31", in: list)?.type == "nfs4")
        #expect(NetworkFileSystem(mount: "310", in: list) == nil)
        #expect(NetworkFileSystem(mount: "22", in: list) == nil)
        #expect(NetworkFileSystem(mount: "3", in: list) == nil)
    }
}
