import Glibc

/// The files of a cache that this process writes; shared by the copies of a ``DiskCache``.
final class CacheFiles: Sendable {
    let layout: CacheLayout
    let claims: ClaimTable
    let usage: UsageCount
    let records: EntryRecordStore

    private let writer = Lock<WriterLease?>(nil)

    init(_ layout: CacheLayout, byteLimit: Int, usesAttributes: Bool) {
        self.layout = layout
        claims = ClaimTable(layout)
        usage = UsageCount(of: layout, limit: byteLimit)
        records = EntryRecordStore(usesAttributes: usesAttributes)
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
    func prepare() throws { _ = try lease() }

    /// This process's lease: the first call enters the cache, and removes what dead writers have left.
    private func lease() throws -> WriterLease {
        try writer.withLock { writer in
            if let writer { return writer }
            let lease = try WriterLease.enter(layout)
            try WriterSweep(of: layout).run()
            writer = lease
            return lease
        }
    }
}
