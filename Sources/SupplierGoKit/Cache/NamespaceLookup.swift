import FoundationEssentials

/// Looks keys up in one part of the cache.
struct NamespaceLookup {
    let namespace: CacheKey.Namespace

    private let path: String
    private let directory: Directory?
    private let now = Date.now

    /// The path of the file that is looked at.
    private var file: PathBuffer

    /// Whether there are marked directories; asked once, and only where an entry is missing.
    private var hasMarks: Bool?

    /// The directories that were asked whether they have entries that are not plain, by their names.
    private var marks: [String: Bool] = [:]

    init(_ namespace: CacheKey.Namespace, in layout: CacheLayout) throws(FileError) {
        self.namespace = namespace
        path = layout.directory(of: namespace)
        directory = try Directory(at: path)
        let longest = namespace.fileExtensions.lazy.map(\.utf8.count).max() ?? 0
        file = PathBuffer(path + "/", room: CacheName.pathByteCount + 1 + longest)
    }

    mutating func entry(for key: CacheKey) throws(FileError) -> CacheEntry? {
        guard let directory else { return nil }
        let plain = key.plainExtension
        if let entry = try entry(for: key, plain, in: directory) { return entry }
        guard try isMarked(key.name, in: directory) else { return nil }
        for other in namespace.fileExtensions where other != plain {
            if let entry = try entry(for: key, other, in: directory) { return entry }
        }
        return nil
    }

    /// Whether an entry's directory may have entries that are not plain.
    private mutating func isMarked(_ name: CacheName, in directory: Directory) throws(FileError) -> Bool {
        if hasMarks == nil { hasMarks = try directory.status(of: CacheFileName.markName) != nil }
        guard hasMarks == true else { return false }
        let shard = name.shard
        if let isMarked = marks[shard] { return isMarked }
        let isMarked = try directory.status(of: shard + "/" + CacheFileName.markName) != nil
        marks[shard] = isMarked
        return isMarked
    }

    private mutating func entry(
        for key: CacheKey, _ fileExtension: String, in directory: Directory
    ) throws(FileError) -> CacheEntry? {
        file.replaceEnd { bytes, start in key.name.write(to: &bytes, at: start, fileExtension) }
        guard let status = try directory.status(below: file), status.kind == .regular, status.byteCount > 0 else {
            return nil
        }
        // Without a record it is a file that somebody put here: nothing says that its bytes are right. One of another size than
        // it was stored with is damaged, and one of another key is not this one.
        guard let record = try RecordPlace.record(of: file, status, named: key.name.word) else { return nil }
        noteUse(status)
        let isUntouched = record.modifiedNanoseconds == status.modifiedNanoseconds
        return CacheEntry(
            key: key, at: .named(key.name, directory: path, fileExtension: fileExtension), byteCount: status.byteCount,
            storedAt: status.modifiedAt, lastUsedAt: status.lastUsedAt,
            packedResponse: isUntouched ? record.response : nil)
    }

    /// Says that the file was used, unless that was said within the hour: a look must not cost a write each time.
    private func noteUse(_ status: FileStatus) {
        guard status.lastUsedAt < now.addingTimeInterval(-3600) else { return }
        do throws(FileError) {
            try FileSystem.touch(file.text)
        } catch {
            // On a medium that is only read nothing is dropped either.
        }
    }
}
