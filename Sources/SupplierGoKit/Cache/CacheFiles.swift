/// The files of a cache, as this process reads and writes them; shared by the copies of a ``DiskCache``.
final class CacheFiles: Sendable {
    let layout: CacheLayout
    let claims: ClaimTable
    let usage: UsageCount
    let records: EntryRecord.Store

    private let writer = Lock<WriterLease?>(nil)

    /// ``checkDirectory()`` has found the directory, which is then not looked at again.
    private let isChecked = Lock(false)

    init(_ layout: CacheLayout, byteLimit: Int, usesAttributes: Bool) {
        self.layout = layout
        claims = ClaimTable(layout)
        usage = UsageCount(of: layout, limit: byteLimit)
        records = EntryRecord.Store(usesAttributes: usesAttributes)
    }

    /// Begins a file that will appear at a path, whose directory is made if it is missing.
    func makeFile(at path: String) throws -> AtomicFile {
        let lease = try lease()
        let prefix = FileSystem.directoryPrefix(of: path)
        func makeFile() throws(FileError) -> AtomicFile {
            try AtomicFile(at: path, temporaryPath: prefix + lease.nextTemporaryName())
        }
        // Another process may clear the cache between making the directory and making the file.
        for _ in 0..<8 {
            do throws(FileError) {
                return try makeFile()
            } catch {
                guard error.errorNumber == ENOENT else { throw error }
            }
            if try FileSystem.status(of: layout.directory) == nil {
                try layout.prepare(temporaryName: lease.nextTemporaryName())
            }
            try FileSystem.makeDirectories(String(prefix.dropLast()))
        }
        return try makeFile()
    }

    /// Makes the cache's directory if it is missing.
    func prepare() throws {
        try checkDirectory()
        _ = try lease()
    }

    /// Refuses a directory that another user has made or may write to: what is in it would be believed, and shown to
    /// them.
    ///
    /// - Throws: ``CacheError/untrusted(path:)``.
    func checkDirectory() throws {
        guard !isChecked.withLock({ $0 }) else { return }
        let status: FileStatus?
        do throws(FileError) {
            status = try FileSystem.status(of: layout.directory)
        } catch {
            // The call that needs the directory reports the error.
            return
        }
        guard let status, status.kind == .directory else { return }
        guard status.isTrusted else { throw CacheError.untrusted(path: layout.directory) }
        isChecked.withLock { $0 = true }
    }

    /// This process's lease: the first call enters the cache, and removes the files of dead writers (``WriterLease/Sweep``).
    /// Other calls do not wait for that.
    private func lease() throws -> WriterLease {
        let (lease, isNew) = try writer.withLock { writer in
            if let writer { return (writer, false) }
            let lease = try WriterLease.enter(layout)
            // Another user may have made the directory in the meantime.
            try checkDirectory()
            writer = lease
            return (lease, true)
        }
        guard isNew else { return lease }
        do {
            try WriterLease.Sweep(of: layout).run()
        } catch {
            // The next call tries again.
            writer.withLock { $0 = nil }
            throw error
        }
        return lease
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
        let usualPath = layout.usualPath(of: key)
        guard let status = try FileSystem.linkStatus(of: usualPath) else { return nil }
        switch status.kind {
        case .regular: return try entry(for: key, at: usualPath, status)
        case .directory: return nil
        case .other:
            guard let path = try linkedPath(for: key, from: usualPath),
                let status = try FileSystem.linkStatus(of: path), status.kind == .regular
            else { return nil }
            return try entry(for: key, at: path, status)
        }
    }

    /// The path that an entry's link leads to, if it is one of the key's.
    private func linkedPath(for key: CacheKey, from usualPath: String) throws -> String? {
        guard let name = try FileSystem.link(at: usualPath) else { return nil }
        let isOwn = key.namespace.fileExtensions.contains { name == key.name.stem + "." + $0 }
        return isOwn ? FileSystem.directoryPrefix(of: usualPath) + name : nil
    }

    private func entry(for key: CacheKey, at path: String, _ status: FileStatus) throws -> CacheEntry? {
        let owner = EntryRecord.Owner(key, byteCount: status.byteCount)
        guard status.byteCount > 0, let record = try EntryRecord.Store.record(ofFileAt: path, status, owner) else {
            return nil
        }
        noteUse(of: path, status)
        let isUntouched = record.modifiedMicroseconds == status.modifiedMicroseconds
        return CacheEntry(key: key, file: path, status, response: isUntouched ? record.response : nil)
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

extension FileStatus {
    /// When the content last changed, in microseconds since 1970.
    var modifiedMicroseconds: Int64 { modifiedNanoseconds.dividedRoundingDown(by: 1000) }
}
