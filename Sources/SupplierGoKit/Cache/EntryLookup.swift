import FoundationEssentials
import Glibc

/// Looks up keys: one call for each entry that is there, and one for its record.
struct EntryLookup {
    private let layout: CacheLayout
    private let now = Date.now

    init(_ layout: CacheLayout) {
        self.layout = layout
    }

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
        guard status.byteCount > 0, let record = try EntryRecordStore.record(ofFileAt: path, status, owner) else {
            return nil
        }
        noteUse(of: path, status)
        let isUntouched = record.modifiedMicroseconds == status.modifiedMicroseconds
        return CacheEntry(key: key, file: path, status, response: isUntouched ? record.response : nil)
    }

    /// Notes that the file was used, unless that was noted within the hour: not every lookup should write.
    private func noteUse(of path: String, _ status: FileStatus) {
        guard status.lastUsedAt < now.addingTimeInterval(-3600) else { return }
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
