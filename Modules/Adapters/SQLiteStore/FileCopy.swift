#if SQLite
    import CSQLite
    import Glibc
    import Ports

    /// Copies a database file while others use it.
    ///
    /// SQLite's own backup begins again whenever another process writes, and so ends only by holding all commits up for as
    /// long as the whole takes. This copies in short steps that hold a commit up for a few milliseconds each, and then,
    /// under one read lock, once more what has changed meanwhile: to compare takes a fraction of the time.
    ///
    /// It reads by SQLite's own descriptor: to open and close another would drop the locks of every connection of the
    /// process.
    struct FileCopy {
        private static let step = 4 << 20

        let source: Connection
        private let file: UnsafeMutablePointer<sqlite3_file>
        private let target: Int32
        private let buffer: UnsafeMutableRawPointer
        private let before: UnsafeMutableRawPointer

        /// Copies a database into an empty file.
        static func copy(_ source: Connection, to target: Int32) throws(StoreFailure) {
            var file: UnsafeMutablePointer<sqlite3_file>?
            let code = sqlite3_file_control(source.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
            guard code == SQLITE_OK, let file else {
                throw SQLiteFailure.failure(code, while: "copying", at: source.path)
            }
            let copy = FileCopy(
                source: source, file: file, target: target,
                buffer: .allocate(byteCount: step, alignment: 4096), before: .allocate(byteCount: step, alignment: 4096)
            )
            defer {
                copy.buffer.deallocate()
                copy.before.deallocate()
            }
            try copy.copyInSteps()
            try copy.copyChanges()
        }

        private func copyInSteps() throws(StoreFailure) {
            var offset = 0
            while true {
                let count = try source.read { () throws(StoreFailure) in try read(at: offset, size: try size()) }
                if count == 0 { return }
                try write(count, at: offset)
                offset += count
            }
        }

        private func copyChanges() throws(StoreFailure) {
            try source.read { () throws(StoreFailure) in
                let size = try size()
                var offset = 0
                while offset < size {
                    let count = try read(at: offset, size: size)
                    let known = pread(target, before, count, off_t(offset))
                    if known != count || memcmp(buffer, before, count) != 0 {
                        try write(count, at: offset)
                    }
                    offset += count
                }
                guard ftruncate(target, off_t(size)) == 0 else { throw writeFailure }
            }
        }

        /// The size of the file; a transaction takes its read lock only when it reads.
        private func size() throws(StoreFailure) -> Int {
            _ = try source.standing()
            var size: sqlite3_int64 = 0
            let code = file.pointee.pMethods?.pointee.xFileSize?(file, &size) ?? SQLITE_MISUSE
            guard code == SQLITE_OK else { throw SQLiteFailure.failure(code, while: "copying", at: source.path) }
            return Int(size)
        }

        /// Reads the next bytes into the buffer; 0 at the end.
        private func read(at offset: Int, size: Int) throws(StoreFailure) -> Int {
            let count = min(Self.step, size - offset)
            guard count > 0 else { return 0 }
            let code = file.pointee.pMethods?.pointee.xRead?(
                file, buffer, Int32(count), sqlite3_int64(offset))
            guard code == SQLITE_OK else {
                throw SQLiteFailure.failure(code ?? SQLITE_MISUSE, while: "copying", at: source.path)
            }
            return count
        }

        private func write(_ count: Int, at offset: Int) throws(StoreFailure) {
            var done = 0
            while done < count {
                let written = pwrite(target, buffer + done, count - done, off_t(offset + done))
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw writeFailure }
                done += written
            }
        }

        private var writeFailure: StoreFailure {
            let number = errno
            return StoreFailure(
                number == ENOSPC ? .full : .inputOutput,
                "the copy of \(source.path) cannot be written: \(String(cString: strerror(number)))",
                cause: "system error \(number)")
        }
    }
#endif
