/// The facts that tell one body of a catalog from another, without reading it.
struct ContentIdentity: Sendable, Equatable {
    /// The number of bytes.
    let byteCount: Int

    /// When it was stored or last written: microseconds since 1970 for a snapshot, nanoseconds for a file.
    let modifiedAt: Int64

    /// When the file's inode last changed, in nanoseconds since 1970; 0 for a snapshot.
    var changedAt: Int64 = 0

    /// The file's inode; 0 for a snapshot.
    var fileNumber: UInt64 = 0
}

extension ContentIdentity {
    init(of snapshot: CacheEntry) {
        self.init(byteCount: snapshot.byteCount, modifiedAt: snapshot.storedAt.microseconds)
    }

    /// The identity of a user's file; `nil` if it is not a regular file, or too small for an index
    /// (``RecordIndex/smallestFile``).
    init?(ofLargeFileAt path: String) async {
        do {
            let status = try await BlockingThreads.files.run { () throws(FileError) in
                try FileSystem.status(of: path)
            }
            guard let status, status.kind == .regular, status.byteCount >= RecordIndex.smallestFile else { return nil }
            self.init(
                byteCount: status.byteCount, modifiedAt: status.modifiedNanoseconds,
                changedAt: status.changedNanoseconds, fileNumber: status.fileNumber)
        } catch {
            // Opening it says why.
            return nil
        }
    }

    /// The file had not changed for some time.
    func isSettled(at now: Date, after time: Duration) -> Bool {
        let age = now.timeIntervalSince1970 - Double(max(changedAt, modifiedAt)) / 1_000_000_000
        return age > time / .seconds(1)
    }
}
