/// How often a run found what it needed in the cache.
public struct CacheRunRecord: Sendable, Hashable {
    /// How many entries were there.
    public let hitCount: Int

    /// How many had to be loaded.
    public let missCount: Int

    /// Creates a record.
    public init(hitCount: Int, missCount: Int) {
        self.hitCount = hitCount
        self.missCount = missCount
    }

    /// The share of entries that were there, from 0 to 1; `nil` where none was needed.
    public var hitRatio: Double? {
        let total = hitCount + missCount
        return total > 0 ? Double(hitCount) / Double(total) : nil
    }
}

extension DiskCache {
    /// Keeps how often a run found what it needed, in place of the one before.
    ///
    /// - Throws: ``CacheError``.
    public func note(_ run: CacheRunRecord) async throws {
        try await onDisk { [layout, state] () throws(FileError) in
            var values = PackedValues()
            values.append(Int64(run.hitCount))
            values.append(Int64(run.missCount))
            values.seal()
            let file = try state.makeFile(at: layout.directory + "/" + CacheLayout.lastRun)
            try file.write(values.bytes)
            _ = try file.publish()
        }
    }

    /// How often the last run that noted it found what it needed; `nil` where that is not known.
    ///
    /// - Throws: ``CacheError``.
    public func lastRun() async throws -> CacheRunRecord? {
        try await onDisk { [layout] () throws(FileError) in
            guard let file = try Directory(at: layout.directory)?.file(CacheLayout.lastRun),
                var reader = PackedValueReader(sealed: try file.read(64, at: 0)),
                let hitCount = reader.integer(Int64.self), let missCount = reader.integer(Int64.self)
            else { return nil }
            return CacheRunRecord(hitCount: Int(hitCount), missCount: Int(missCount))
        }
    }
}
