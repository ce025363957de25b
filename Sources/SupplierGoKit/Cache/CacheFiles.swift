/// The files of a cache, as this process reads and writes them; shared by the copies of a ``DiskCache``.
final class CacheFiles: Sendable {
    let layout: CacheLayout
    let limit: CacheLimit

    /// Several, since the system walks through all locks of a file whenever one is taken or released.
    private let claims: [ClaimTable]

    /// Records are in extended attributes, as far as the file system has room for them.
    private let usesAttributes: Bool

    /// ``checkDirectory()`` has found the directory, which is then not looked at again.
    private let isChecked = Lock(false)

    init(_ layout: CacheLayout, byteLimit: Int, usesAttributes: Bool) {
        self.layout = layout
        claims = CacheLayout.claims.map { ClaimTable(layout, $0) }
        limit = CacheLimit(byteLimit, of: layout)
        self.usesAttributes = usesAttributes
    }

    /// Begins a file that will appear at a path, whose directory is made if it is missing.
    func makeFile(at path: String) throws -> AtomicFile {
        try layout.inDirectory(of: path) { () throws(FileError) in
            try AtomicFile(at: path, naming: CacheLayout.FileName.nextTemporary)
        }
    }

    /// Takes a key's claim; `nil` if another holder has it.
    func claim(_ key: CacheKey) -> CacheClaim? { claims[Int(key.name.word % UInt64(claims.count))].claim(key) }

    /// Refuses a directory of another user (``CacheLayout/checkOwner()``).
    func checkDirectory() throws(CacheError) {
        guard !isChecked.withLock({ $0 }) else { return }
        let isThere = try layout.checkOwner()
        isChecked.withLock { $0 = isThere }
    }
}

// MARK: - Storing

extension CacheFiles {
    /// Stores an entry.
    @inline(never)
    func store(_ bytes: [UInt8], _ response: StoredResponse?, for key: CacheKey) throws(CacheError) -> CacheEntry {
        try CacheError.wrapping {
            try checkDirectory()
            let file = try makeFile(at: layout.entryPath(of: key))
            try checkSize(bytes.count, of: key, at: file.path)
            try file.write(bytes)
            return try publish(file, as: key, bytes.count, XXH64.hash(of: bytes.span), response)
        }
    }

    /// Refuses an entry with more bytes than it may have.
    func checkSize(_ byteCount: Int, of key: CacheKey, at path: String) throws(CacheError) {
        let (limit, share) = (self.limit.byteCount, key.namespace.limitShare)
        guard byteCount <= (share < 1 ? Int(Double(limit) * share) : limit) else { throw .tooLarge(path: path) }
    }

    /// Publishes an entry.
    ///
    /// - Parameters:
    ///   - file: the file with its bytes.
    ///   - byteCount: their number.
    ///   - checksum: their ``XXH64``.
    func publish(
        _ file: AtomicFile, as key: CacheKey, _ byteCount: Int, _ checksum: UInt64, _ response: StoredResponse?
    ) throws -> CacheEntry {
        guard byteCount > 0 else { throw CacheError.empty(path: file.path) }
        try limit.makeRoom(for: byteCount, at: file.path)
        let status = try file.publishNow { (descriptor, status) throws in
            // Another program may have cut it short.
            guard status.byteCount == byteCount else { throw CacheError.missing(path: file.path) }
            let record = EntryRecord.bytes(
                checksum, status.modifiedMicroseconds, response, of: EntryRecord.Owner(key, byteCount: byteCount))
            try keep(record, of: descriptor, status, at: file.path)
        }
        return CacheEntry(key: key, file: file.path, status, CacheEntry.Stored(response))
    }
}

// MARK: - Looking up

/// One call for each entry that is there, and one for its record.
extension CacheFiles {
    /// The entry under a key; `nil` if there is none.
    ///
    /// A file without a record is not an entry: nothing says that its bytes are right. Neither is one of another size
    /// than was stored, or with the record of another key.
    ///
    /// - Throws: ``CacheError/notADirectory(path:)`` if a file is in the way.
    func entry(for key: CacheKey) throws -> CacheEntry? {
        let path = layout.entryPath(of: key)
        guard let status = try FileSystem.linkStatus(of: path), status.kind == .regular, status.byteCount > 0 else {
            return nil
        }
        let owner = EntryRecord.Owner(key, byteCount: status.byteCount)
        guard let record = try EntryRecord(ofFileAt: path, status, owner) else { return nil }
        noteUse(of: path, status)
        let isUntouched = record.modifiedMicroseconds == status.modifiedMicroseconds
        return CacheEntry(key: key, file: path, status, isUntouched ? record.stored : .unknown)
    }

    /// Notes that the file was used, unless that was noted within the hour: not every lookup should write.
    private func noteUse(of path: String, _ status: FileStatus) {
        guard status.lastUsedAt < Date.now.addingTimeInterval(-3600) else { return }
        do throws(FileError) {
            try FileSystem.touch(path)
        } catch {
            // On a read-only medium nothing is dropped either.
        }
    }
}

// MARK: - Records

extension CacheFiles {
    /// Gives an entry's file its record, in one step.
    ///
    /// - Parameter path: the entry's path, which may not exist yet.
    func keep(_ bytes: [UInt8], of file: FileDescriptor, _ status: FileStatus, at path: String) throws {
        if usesAttributes, try setAttribute(bytes, of: file) { return }
        let side = try makeFile(at: EntryRecord.sidePath(of: path))
        try side.write([status.fileNumber].bytes + bytes)
        try side.publishNow()
        // After that: the attribute is the one that is believed.
        if usesAttributes { try file.removeAttribute(EntryRecord.attribute) }
    }

    /// Sets the attribute; `false` if the file system has none, or no room for it: a file beside the entry has room for
    /// as long as the disk has.
    private func setAttribute(_ bytes: [UInt8], of file: FileDescriptor) throws(FileError) -> Bool {
        do throws(FileError) {
            try file.setAttribute(EntryRecord.attribute, bytes)
            return true
        } catch {
            let meansNoRoom = [ENOTSUP, ENOSPC, EDQUOT, E2BIG, ERANGE, EPERM]
            guard let number = error.errorNumber, meansNoRoom.contains(number) else { throw error }
            return false
        }
    }
}
