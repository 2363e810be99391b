/// Keeps other processes out.
///
/// The lock belongs to the open file and ends with it, however the process ends; the file itself is never removed,
/// since a second one of its name would be another lock.
enum StoreLock {
    /// Milliseconds between two attempts.
    private static let pause = 10

    /// Takes the lock; nil if another process has it for longer than `patience` milliseconds.
    static func take(on disk: any Disk, patience: Int) throws(DiskError) -> Int32? {
        let file = try disk.persistently { () throws(DiskError) in try disk.open(FileName.lock, .either) }
        do throws(DiskError) {
            var waited = 0
            while try !disk.persistently({ () throws(DiskError) in try disk.lock(file) }) {
                guard waited < patience else {
                    disk.close(file)
                    return nil
                }
                disk.pause(milliseconds: pause)
                waited += pause
            }
            return file
        } catch {
            disk.close(file)
            throw error
        }
    }
}
