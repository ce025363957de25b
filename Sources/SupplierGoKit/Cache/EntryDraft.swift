import Glibc

/// An entry that is not published yet.
final class EntryDraft: Sendable {
    /// What the bytes go to.
    let file: AtomicFile

    private let key: CacheKey
    private let fileExtension: String

    /// Where the entry will be.
    private let path: String
    private let state: DiskCacheState

    init(for key: CacheKey, fileExtension: String, in state: DiskCacheState) throws(FileError) {
        precondition(key.namespace.fileExtensions.contains(fileExtension), "the namespace has this extension")
        self.key = key
        self.fileExtension = fileExtension
        self.state = state
        path = state.layout.entryPath(of: key, fileExtension)
        file = try state.makeFile(at: path)
    }

    /// Keeps bytes that are all there.
    static func publish(
        _ bytes: [UInt8], _ response: StoredResponse?, for key: CacheKey, fileExtension: String,
        in state: DiskCacheState
    ) throws(FileError) -> CacheEntry {
        let draft = try EntryDraft(for: key, fileExtension: fileExtension, in: state)
        try draft.write(bytes)
        return try draft.publish(response, checksum: XXH64.hash(of: bytes))
    }

    /// Adds bytes; throws where they are more than the whole cache may have.
    func write(_ bytes: [UInt8]) throws(FileError) {
        try state.bounds.check(file.writtenByteCount + bytes.count, at: path)
        try file.write(bytes)
    }

    /// Publishes the entry, which needs at least one byte, then removes what the key had under another extension, and
    /// its failure.
    ///
    /// - Parameter checksum: the bytes' ``XXH64``.
    func publish(_ response: StoredResponse?, checksum: UInt64) throws(FileError) -> CacheEntry {
        guard file.writtenByteCount > 0 else { throw FileError("keep no bytes as", path, EINVAL) }
        let isPlain = fileExtension == key.plainExtension
        // Before the entry is there: who finds no mark does not look for it.
        if !isPlain { try state.mark(key) }
        try state.bounds.reserve(file.writtenByteCount)
        let packed = response.map { PackedResponse($0, for: key) }
        let (status, replaced) = try publishReserved { (descriptor, status) throws(FileError) in
            let record = EntryRecord(
                nameWord: key.name.word, byteCount: status.byteCount, checksum: checksum,
                modifiedNanoseconds: status.modifiedNanoseconds, response: packed)
            try state.recordPlace.keep(record, of: descriptor, status, at: path, makeFile: state.makeFile)
        }
        try state.bounds.giveBack(replaced)
        // An entry that is not plain is in a marked directory: in all others there is nothing to look for.
        if try state.isMarked(key) {
            for other in key.namespace.fileExtensions where other != fileExtension {
                try FileSystem.removeFile(state.layout.entryPath(of: key, other))
            }
        }
        if try state.mayHoldFailures() { try FileSystem.removeFile(state.layout.failurePath(of: key)) }
        return CacheEntry(
            key: key, at: .path(path), byteCount: status.byteCount, storedAt: status.modifiedAt,
            lastUsedAt: status.lastUsedAt, packedResponse: packed)
    }

    /// Publishes the file; where that fails, the room that was made for it is free again.
    private func publishReserved(
        preparing prepare: (FileDescriptor, FileStatus) throws(FileError) -> Void
    ) throws(FileError) -> (status: FileStatus, replacedByteCount: Int) {
        do throws(FileError) {
            return try file.publish(preparing: prepare)
        } catch {
            try state.bounds.giveBack(file.writtenByteCount)
            throw error
        }
    }
}
