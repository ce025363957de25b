import FoundationEssentials

/// Looks keys up in one part of the cache.
struct NamespaceLookup {
    let namespace: CacheKey.Namespace

    private let path: String
    private let directory: Directory?
    private let now = Date.now

    /// The directories that were asked whether they have entries that are not plain, by their names.
    private var marks: [String: Bool] = [:]

    init(_ namespace: CacheKey.Namespace, in layout: CacheLayout) throws(FileError) {
        self.namespace = namespace
        path = layout.directory(of: namespace)
        directory = try Directory(at: path)
    }

    mutating func entry(for key: CacheKey) throws(FileError) -> CacheEntry? {
        guard let directory else { return nil }
        let name = CacheName(key)
        let plain = key.plainExtension
        if let entry = try entry(for: key, named: name, plain, in: directory) { return entry }
        guard try isMarked(name.shard, in: directory) else { return nil }
        for other in namespace.fileExtensions where other != plain {
            if let entry = try entry(for: key, named: name, other, in: directory) { return entry }
        }
        return nil
    }

    /// Whether a directory may have entries that are not plain; asked once, and only where one is missing.
    private mutating func isMarked(_ shard: String, in directory: Directory) throws(FileError) -> Bool {
        if let isMarked = marks[shard] { return isMarked }
        let isMarked = try directory.status(below: path + "/" + shard + "/" + CacheFileName.markName) != nil
        marks[shard] = isMarked
        return isMarked
    }

    private func entry(
        for key: CacheKey, named name: CacheName, _ fileExtension: String, in directory: Directory
    ) throws(FileError) -> CacheEntry? {
        var file = ""
        file.reserveCapacity(path.utf8.count + name.path.utf8.count + fileExtension.utf8.count + 2)
        file += path
        file += "/"
        file += name.path
        file += "."
        file += fileExtension
        guard let status = try directory.status(below: file), status.kind == .regular, status.byteCount > 0 else {
            return nil
        }
        let record = try RecordPlace.record(of: file, status)
        // An entry of another size than it was stored with is damaged, and one of another key is not this one.
        if let record, record.byteCount != status.byteCount || record.nameWord != name.word { return nil }
        noteUse(of: file, status)
        let isUntouched = record?.modifiedNanoseconds == status.modifiedNanoseconds
        return CacheEntry(
            key: key, file: file, byteCount: status.byteCount, storedAt: status.modifiedAt,
            lastUsedAt: status.lastUsedAt, packedResponse: isUntouched ? record?.response : nil)
    }

    /// Says that an entry was used, unless that was said within the hour: a look must not cost a write each time.
    private func noteUse(of file: String, _ status: FileStatus) {
        guard status.lastUsedAt < now.addingTimeInterval(-3600) else { return }
        do throws(FileError) {
            try FileSystem.touch(file)
        } catch {
            // On a medium that is only read nothing is dropped either.
        }
    }
}
