package import FileStore
import Glibc
import Synchronization

/// A disk in memory that fails as it is told, whose power can be cut at any call.
package final class SimulatedDisk: Disk {
    fileprivate struct State {
        var image: Image
        var open: [Int32: Int] = [:]
        /// The descriptors that may be written to.
        var writable: Set<Int32> = []
        var locked: Set<Int> = []
        var lockOf: [Int32: Int] = [:]
        var nextDescriptor: Int32 = 3
        var calls = 0
        var fault: Fault?
        var dishonesty: Dishonesty?
        var failsNextSync = false
        /// The call at which the power goes; nil for never.
        var powerUntil: Int?
        /// What the disk held before each call, if that is kept.
        var record: [Image]?
    }

    private let state: Mutex<State>

    /// A disk that holds something.
    package init(
        _ image: Image = Image(), fault: Fault? = nil, dishonesty: Dishonesty? = nil, powerUntil: Int? = nil,
        recording: Bool = false
    ) {
        state = Mutex(
            State(
                image: image, fault: fault, dishonesty: dishonesty, powerUntil: powerUntil,
                record: recording ? [] : nil))
    }

    /// What it holds now.
    package var image: Image { state.withLock { $0.image } }
    /// What it held before each call so far.
    package var record: [Image] { state.withLock { $0.record ?? [] } }
    /// The calls so far.
    package var calls: Int { state.withLock { $0.calls } }
    /// Whether the power was cut.
    package var isOff: Bool { state.withLock { $0.calls >= $0.powerUntil ?? .max } }

    /// Ends all faults.
    package func mend() {
        state.withLock {
            $0.fault = nil
            $0.dishonesty = nil
            $0.failsNextSync = false
        }
    }

    /// Makes a call, unless it is to fail; the body is told how a call that fails all the same goes.
    private func call<Result>(
        _ name: String, _ body: (inout State, Fault.Way?) throws(DiskError) -> Result
    ) throws(DiskError) -> Result {
        try state.withLock { state throws(DiskError) in
            state.record?.append(state.image)
            state.calls += 1
            if let power = state.powerUntil, state.calls >= power { throw DiskError("\(name) without power", EIO) }
            let way = state.fault.flatMap { $0.strikes(state.calls) ? $0.way : nil }
            return try body(&state, way)
        }
    }

    /// Makes a call that either fails or does all it should.
    private func plain<Result>(
        _ name: String, _ body: (inout State) throws(DiskError) -> Result
    ) throws(DiskError) -> Result {
        try call(name) { state, way throws(DiskError) in
            if let way, way != .short { throw DiskError(name, way.number) }
            return try body(&state)
        }
    }

    package func open(_ name: String, _ way: OpenWay) throws(DiskError) -> Int32 {
        try plain("open \(name)") { state throws(DiskError) in
            if state.image.names[name] == nil {
                if way == .existing || way == .reading { throw DiskError("open \(name)", ENOENT) }
                let file = state.image.nextFile
                state.image.nextFile += 1
                state.image.files[file] = Image.File()
                state.image.names[name] = file
                state.image.unsyncedNames.append(.make(name, file))
            } else if way == .new {
                throw DiskError("open \(name)", EEXIST)
            }
            defer { state.nextDescriptor += 1 }
            state.open[state.nextDescriptor] = state.image.names[name]
            if way != .reading { state.writable.insert(state.nextDescriptor) }
            return state.nextDescriptor
        }
    }

    package func close(_ file: Int32) {
        state.withLock {
            $0.open[file] = nil
            $0.writable.remove(file)
            if let locked = $0.lockOf.removeValue(forKey: file) { $0.locked.remove(locked) }
        }
    }

    package func size(of file: Int32) throws(DiskError) -> Int {
        try plain("size") { state throws(DiskError) in try state.file(file).seen.count }
    }

    package func read(
        _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(DiskError) -> Int {
        try call("read") { state, way throws(DiskError) in
            if let way, way != .short { throw DiskError("read", way.number) }
            let bytes = try state.file(file).seen
            var count = max(0, min(buffer.count, bytes.count - offset))
            if way == .short, count > 1 { count /= 2 }
            if count > 0 { buffer.copyBytes(from: bytes[offset..<offset + count]) }
            return count
        }
    }

    package func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(DiskError) -> Int {
        try call("write") { state, way throws(DiskError) in
            try state.requireWritable(file)
            // A write that fails may have written a part.
            let count = way == nil ? bytes.count : way == .short ? max(1, bytes.count / 2) : bytes.count / 3
            if count > 0 { state.edit(file, .write(offset: offset, bytes: Array(bytes[..<count]))) }
            if let way, way != .short { throw DiskError("write", way.number) }
            return count
        }
    }

    package func truncate(_ file: Int32, to size: Int) throws(DiskError) {
        try plain("truncate") { state throws(DiskError) in
            try state.requireWritable(file)
            state.edit(file, .truncate(size))
        }
    }

    package func sync(_ file: Int32) throws(DiskError) {
        try call("sync") { state, way throws(DiskError) in
            let number = try state.number(file)
            if let way, way != .short {
                state.failSync(of: number)
                throw DiskError("sync", way.number)
            }
            switch state.dishonesty {
            case nil: state.image.sync(number)
            case .lies: break
            case .reportsLate:
                if state.failsNextSync { throw DiskError("sync", EIO) }
                state.failsNextSync = true
                state.image.files[number]?.unsynced = []
            }
        }
    }

    package func syncNames() throws(DiskError) {
        try plain("sync of names") { state throws(DiskError) in
            if state.dishonesty == .lies { return }
            state.image.durableNames = state.image.names
            state.image.unsyncedNames = []
        }
    }

    package func rename(_ old: String, to new: String) throws(DiskError) {
        try plain("rename") { state throws(DiskError) in
            guard let file = state.image.names.removeValue(forKey: old) else { throw DiskError("rename", ENOENT) }
            state.image.names[new] = file
            state.image.unsyncedNames.append(.rename(old, new, file))
        }
    }

    package func remove(_ name: String) throws(DiskError) {
        try plain("remove") { state throws(DiskError) in
            guard state.image.names.removeValue(forKey: name) != nil else { throw DiskError("remove", ENOENT) }
            state.image.unsyncedNames.append(.remove(name))
        }
    }

    package func names() throws(DiskError) -> [String] {
        try plain("names") { state throws(DiskError) in state.image.names.keys.sorted() }
    }

    package func lock(_ file: Int32) throws(DiskError) -> Bool {
        try plain("lock") { state throws(DiskError) in
            let number = try state.number(file)
            guard state.locked.insert(number).inserted else { return false }
            state.lockOf[file] = number
            return true
        }
    }

    package func pause(milliseconds: Int) {}
}

extension SimulatedDisk.State {
    fileprivate func number(_ descriptor: Int32) throws(DiskError) -> Int {
        guard let number = open[descriptor] else { throw DiskError("descriptor", EBADF) }
        return number
    }

    fileprivate func file(_ descriptor: Int32) throws(DiskError) -> Image.File {
        guard let file = image.files[try number(descriptor)] else { throw DiskError("descriptor", EBADF) }
        return file
    }

    fileprivate func requireWritable(_ descriptor: Int32) throws(DiskError) {
        guard writable.contains(descriptor) else { throw DiskError("descriptor", EBADF) }
    }

    fileprivate mutating func edit(_ descriptor: Int32, _ edit: Image.Edit) {
        guard let number = open[descriptor] else { return }
        if let file = image.files[number] { edit.apply(to: &image.files[number, default: file].seen) }
        image.files[number]?.unsynced.append(edit)
    }

    fileprivate mutating func failSync(of number: Int) {
        guard let file = image.files[number] else { return }
        switch fault?.profile {
        case nil, .keeps: break
        case .clears: image.files[number]?.unsynced = []
        case .reverts:
            image.files[number]?.unsynced = []
            image.files[number]?.seen = file.durable
        }
    }
}

extension Image {
    fileprivate mutating func sync(_ number: Int) {
        guard let file = files[number] else { return }
        // After a sync that cleared or reverted, what is seen and what is durable need not be the same.
        for edit in file.unsynced { edit.apply(to: &files[number, default: file].durable) }
        files[number]?.unsynced = []
    }
}
