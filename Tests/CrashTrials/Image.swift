/// What a disk holds: for each file the bytes that would outlast a power cut and those that are seen now, and the same
/// for the names in the directory.
package struct Image: Sendable {
    /// One change of a file's data that was not synced.
    enum Edit: Sendable {
        case write(offset: Int, bytes: [UInt8])
        case truncate(Int)
    }

    /// A file, whatever its name.
    struct File: Sendable {
        var durable: [UInt8] = []
        var seen: [UInt8] = []
        var unsynced: [Edit] = []
    }

    /// One change of the names that was not synced; each happens whole or not at all.
    enum NameEdit: Sendable {
        case make(String, Int)
        case rename(String, String, Int)
        case remove(String)
    }

    var files: [Int: File] = [:]
    var nextFile = 1
    var durableNames: [String: Int] = [:]
    var names: [String: Int] = [:]
    var unsyncedNames: [NameEdit] = []

    /// An empty disk.
    package init() {}

    /// What is left after a power cut: of what was not synced anything may be, in any order.
    package func afterPowerCut(_ chooser: inout Chooser) -> Image {
        var image = self
        image.names = namesLeft(&chooser)
        image.durableNames = image.names
        image.unsyncedNames = []
        image.files = [:]
        for (_, number) in image.names.sorted(by: { $0.key < $1.key }) where image.files[number] == nil {
            guard let file = files[number] else { continue }
            let bytes = file.left(&chooser)
            image.files[number] = File(durable: bytes, seen: bytes)
        }
        return image
    }

    /// The image with one bit turned, of all bits of files whose name begins so; nil past the last.
    package func turning(bit: Int, ofFilesNamed prefix: String) -> Image? {
        var image = self
        var bit = bit
        for name in names.keys.sorted() where name.hasPrefix(prefix) {
            guard let number = names[name], let size = files[number]?.seen.count else { continue }
            if bit < size * 8 {
                var bytes = files[number]?.seen ?? []
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                image.files[number] = File(durable: bytes, seen: bytes)
                return image
            }
            bit -= size * 8
        }
        return nil
    }

    /// The files' sizes by name.
    package var sizes: [String: Int] { names.mapValues { files[$0]?.seen.count ?? 0 } }

    /// The image with one file cut, as a copy that was broken off leaves it.
    package func cutting(_ name: String, to size: Int) -> Image {
        guard let number = names[name], let bytes = files[number]?.seen.prefix(size) else { return self }
        var image = self
        image.files[number] = File(durable: Array(bytes), seen: Array(bytes))
        return image
    }

    /// Bytes of the files whose name begins so.
    package func size(ofFilesNamed prefix: String) -> Int {
        names.filter { $0.key.hasPrefix(prefix) }.reduce(0) { $0 + (files[$1.value]?.seen.count ?? 0) }
    }

    private func namesLeft(_ chooser: inout Chooser) -> [String: Int] {
        var left = durableNames
        for edit in unsyncedNames where chooser.once(in: 2) {
            switch edit {
            case .make(let name, let file): left[name] = file
            case .rename(let old, let new, let file):
                if left[old] == file { left[old] = nil }
                left[new] = file
            case .remove(let name): left[name] = nil
            }
        }
        return left
    }
}

extension Image.Edit {
    /// Makes the change.
    func apply(to bytes: inout [UInt8]) {
        switch self {
        case .write(let offset, let new):
            if bytes.count < offset + new.count {
                bytes += [UInt8](repeating: 0, count: offset + new.count - bytes.count)
            }
            bytes.replaceSubrange(offset..<offset + new.count, with: new)
        case .truncate(let size):
            if bytes.count > size { bytes.removeLast(bytes.count - size) }
            if bytes.count < size { bytes += [UInt8](repeating: 0, count: size - bytes.count) }
        }
    }

    /// What of the change a power cut leaves: all, nothing, some sectors, garbage or zeros.
    fileprivate func left(_ chooser: inout Chooser) -> [Image.Edit] {
        guard case .write(let offset, let bytes) = self else { return chooser.once(in: 2) ? [self] : [] }
        switch chooser.pick(6) {
        case 0: return [self]
        case 1: return []
        case 2: return torn(offset, bytes, 512, &chooser)
        case 3: return torn(offset, bytes, 4096, &chooser)
        case 4: return [.write(offset: offset, bytes: Array(repeating: 0, count: bytes.count))]
        default:
            var garbage = SplitMix64(seed: UInt64(chooser.isExhaustive ? offset : chooser.pick(1 << 30)))
            let left = bytes.map { _ in UInt8(truncatingIfNeeded: garbage.next()) }
            return [.write(offset: offset, bytes: left)]
        }
    }

    /// The sectors that a write touched, each there or not; only a first or last part of them if all is gone through.
    private func torn(_ offset: Int, _ bytes: [UInt8], _ sector: Int, _ chooser: inout Chooser) -> [Image.Edit] {
        var pieces: [Image.Edit] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, ((offset + start) / sector + 1) * sector - offset)
            pieces.append(.write(offset: offset + start, bytes: Array(bytes[start..<end])))
            start = end
        }
        guard pieces.count > 1 else { return pieces }
        if chooser.isExhaustive {
            let cut = 1 + chooser.pick(min(pieces.count - 1, 3))
            return chooser.once(in: 2) ? Array(pieces[..<cut]) : Array(pieces[cut...])
        }
        return pieces.filter { _ in chooser.once(in: 2) }
    }
}

extension Image.File {
    /// The bytes that a power cut leaves.
    fileprivate func left(_ chooser: inout Chooser) -> [UInt8] {
        guard !unsynced.isEmpty else { return durable }
        var bytes = durable
        var order = Array(unsynced.indices)
        for index in order.indices.dropLast() { order.swapAt(index, index + chooser.pick(order.count - index)) }
        for index in order {
            for edit in unsynced[index].left(&chooser) { edit.apply(to: &bytes) }
        }
        return bytes
    }
}
