import Synchronization

/// An entry that is not published yet. One that is dropped leaves nothing.
final class EntryDraft: Sendable {
    private let key: CacheKey
    private let fileExtension: String
    private let path: String
    private let file: AtomicFile
    private let cache: CacheFiles

    /// The most bytes that the entry may have.
    private let byteLimit: Int

    private let byteCount = Atomic(0)

    init(for key: CacheKey, fileExtension: String, in cache: CacheFiles) throws {
        precondition(key.namespace.fileExtensions.contains(fileExtension), "the namespace has this extension")
        self.key = key
        self.fileExtension = fileExtension
        self.cache = cache
        path = cache.layout.entryPath(of: key, fileExtension)
        byteLimit = try Self.byteLimit(for: key, in: cache)
        file = try cache.makeFile(at: path)
    }

    private static func byteLimit(for key: CacheKey, in cache: CacheFiles) throws -> Int {
        let share = key.namespace.limitShare
        guard share < 1 else { return cache.usage.limit }
        return Int(Double(cache.usage.limit) * share) - (try cache.layout.companionByteCount(of: key))
    }

    /// Appends bytes; throws if the entry would have more than it may.
    func write(_ bytes: [UInt8]) throws {
        guard byteCount.load(ordering: .relaxed) + bytes.count <= byteLimit else {
            throw CacheError.tooLarge(path: path)
        }
        try file.write(bytes)
        byteCount.add(bytes.count, ordering: .relaxed)
    }

    /// Publishes the entry, then removes what the key had under another extension.
    ///
    /// - Parameter checksum: the bytes' ``XXH64``.
    func publish(_ response: StoredResponse?, checksum: UInt64) throws -> CacheEntry {
        let byteCount = byteCount.load(ordering: .relaxed)
        guard byteCount > 0 else { throw CacheError.empty(path: path) }
        let usualPath = fileExtension == key.usualExtension ? path : cache.layout.usualPath(of: key)
        let oldLink = path == usualPath ? nil : try FileSystem.link(at: usualPath)
        let (status, replaced) = try file.publishNow { (descriptor, status) throws in
            // Another program may have cut it short.
            guard status.byteCount == byteCount else { throw CacheError.missing(path: path) }
            let record = EntryRecord(
                checksum: checksum, modifiedMicroseconds: status.modifiedMicroseconds, response: response)
            try cache.records.keep(
                record, for: key, of: descriptor, status, at: path, makeFile: cache.makeFile)
        }
        var freed = replaced?.kind == .regular ? replaced?.byteCount ?? 0 : 0
        var finalPath = path
        if path == usualPath {
            if replaced?.kind == .other { freed += try removeOtherKinds() }
        } else {
            (finalPath, freed) = try link(usualPath, replacing: oldLink, freed)
        }
        try cache.usage.add(status.byteCount - freed)
        return CacheEntry(key: key, file: finalPath, status, response: response)
    }

    func discard() { file.discard() }

    /// Makes the path under which the entry is looked for lead to it.
    ///
    /// - Returns: the entry's path, and how many bytes are gone.
    private func link(_ usualPath: String, replacing oldLink: String?, _ freed: Int) throws -> (String, Int) {
        var freed = freed
        let name = key.name.stem + "." + fileExtension
        if oldLink == name { return (path, freed) }
        if oldLink != nil { freed += try removeOtherKinds() }
        for _ in 0..<8 {
            do throws(FileError) {
                switch try FileSystem.linkStatus(of: usualPath) {
                case let old?:
                    try FileSystem.removeFile(usualPath)
                    freed += old.kind == .regular ? old.byteCount : 0
                case nil: break
                }
                try FileSystem.makeLink(at: usualPath, to: name)
                return (path, freed)
            } catch {
                switch error.errorNumber {
                case EEXIST: continue
                case EPERM, ENOTSUP, ENOSYS: break
                default: throw error
                }
                // Without links the entry has the usual name, whatever its kind.
                try FileSystem.rename(path, to: usualPath)
                if !cache.records.usesAttributes {
                    try FileSystem.rename(
                        EntryRecord.Store.sidePath(of: path), to: EntryRecord.Store.sidePath(of: usualPath))
                }
                return (usualPath, freed)
            }
        }
        return (path, freed)
    }

    /// Removes the key's entries with other extensions, except the usual one; returns how many bytes they had.
    private func removeOtherKinds() throws -> Int {
        var freed = 0
        for other in key.namespace.fileExtensions where other != fileExtension && other != key.usualExtension {
            let path = cache.layout.entryPath(of: key, other)
            guard let status = try FileSystem.linkStatus(of: path), try FileSystem.removeFile(path) else { continue }
            freed += status.byteCount
        }
        return freed
    }
}

extension EntryDraft {
    /// Writes an entry as its chunks arrive, in large blocks.
    final class Writer: CacheWriting {
        private struct State {
            var pending: [UInt8] = []
            var hash = XXH64()
        }

        private static let blockSize = 256 << 10

        private let draft: EntryDraft
        private let cache: DiskCache
        private let state = Lock(State())

        init(_ draft: EntryDraft, in cache: DiskCache) {
            self.draft = draft
            self.cache = cache
        }

        func write(_ chunk: [UInt8]) async throws(CacheError) {
            let isFull = state.withLock { state in
                state.pending += chunk
                return state.pending.count >= Self.blockSize
            }
            if isFull { try await cache.onDisk { try self.writePending() } }
        }

        func commit(response: StoredResponse?) async throws(CacheError) -> CacheEntry {
            guard !Task.isCancelled else { throw .cancelled }
            return try await cache.onDisk {
                try self.writePending()
                return try self.draft.publish(response, checksum: self.state.withLock { $0.hash.value })
            }
        }

        private func writePending() throws {
            let bytes = state.withLock { state in
                defer { state.pending.removeAll() }
                state.hash.add(state.pending)
                return state.pending
            }
            if !bytes.isEmpty { try draft.write(bytes) }
        }

        func discard() async {
            await BlockingThreads.files.run { [draft] in draft.discard() }
        }
    }
}
