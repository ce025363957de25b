extension DiskCache {
    /// The amounts in a cache.
    public struct Usage: Sendable, Hashable {
        /// A number of entries and the bytes in them.
        public struct Amount: Sendable, Hashable {
            /// The number of entries.
            public var entryCount = 0

            /// The bytes that their files hold together, without the file system's overhead.
            public var byteCount = 0

            /// Creates an amount.
            public init(entryCount: Int = 0, byteCount: Int = 0) {
                self.entryCount = entryCount
                self.byteCount = byteCount
            }
        }

        /// The cache's directory, an absolute path.
        public let directory: String

        /// The amounts by namespace. Empty namespaces are missing.
        public var amounts: [String: Amount] = [:]

        /// When the oldest entry was stored; `nil` if there is none, or that was not asked for.
        public var oldestAt: Date?

        /// Creates the usage of an empty cache.
        public init(directory: String) {
            self.directory = directory
        }

        /// The amount in a namespace.
        public subscript(namespace: String) -> Amount { amounts[namespace] ?? Amount() }

        /// The amount in all namespaces together.
        public var total: Amount {
            amounts.values.reduce(into: Amount()) { total, amount in
                total.entryCount += amount.entryCount
                total.byteCount += amount.byteCount
            }
        }

        /// Counts an entry. Failures and empty files are not entries.
        mutating func add(byteCount: Int, to namespace: String) {
            guard namespace != CacheLayout.failures, byteCount > 0 else { return }
            amounts[namespace, default: Amount()].entryCount += 1
            amounts[namespace, default: Amount()].byteCount += byteCount
        }
    }

    /// The result of checking a cache's entries.
    package struct Verification: Sendable, Hashable {
        /// The entries that are what was stored.
        package var whole: Usage

        /// The paths of the broken files, which were removed.
        package var broken: [String] = []
    }

    /// Counts what the cache holds; nothing if its directory does not exist. One file call for each entry.
    ///
    /// - Throws: ``CacheError``.
    public func usage() async throws(CacheError) -> Usage {
        try await onDisk { [layout = files.layout] in
            var usage = Usage(directory: layout.directory)
            try Self.forEachEntry(in: layout) { name, shard, namespace in
                guard let status = try shard.status(of: name), status.kind == .regular, status.byteCount > 0 else {
                    return
                }
                usage.add(byteCount: status.byteCount, to: namespace)
                usage.oldestAt = min(usage.oldestAt ?? status.modifiedAt, status.modifiedAt)
            }
            return usage
        }
    }

    /// Reads every entry, and removes those that are not what was stored.
    ///
    /// - Parameter progress: called with the number of entries so far, now and then, from another thread.
    /// - Throws: ``CacheError``.
    package func verify(progress: @escaping @Sendable (Int) -> Void = { _ in }) async throws -> Verification {
        try await onDisk { [layout = files.layout] in
            var result = Verification(whole: Usage(directory: layout.directory))
            try Self.forEachEntry(in: layout) { name, shard, namespace in
                try Self.verify(name, in: shard, namespace, &result)
                progress(result.whole.total.entryCount + result.broken.count)
            }
            return result
        }
    }

    private static func forEachEntry(
        in layout: CacheLayout, _ body: (_ name: String, _ shard: Directory, _ namespace: String) throws -> Void
    ) throws {
        try layout.forEachShard { shards in
            for (shard, namespace) in shards where namespace != CacheLayout.failures {
                for name in try shard.names() where CacheLayout.FileName(name) == .entry {
                    try body(name, shard, namespace)
                }
            }
        }
    }

    private static func verify(
        _ name: String, in shard: Directory, _ namespace: String, _ result: inout Verification
    ) throws {
        guard try shard.status(of: name)?.kind == .regular, let file = try shard.file(name) else { return }
        let status = try file.status()
        if let nameWord = CacheKey.Name.word(ofFile: name),
            let record = try EntryRecord.Store.record(
                of: file, status, EntryRecord.Owner(nameWord: nameWord, byteCount: status.byteCount)),
            try checksum(of: file) == record.checksum
        {
            result.whole.add(byteCount: status.byteCount, to: namespace)
        } else {
            result.broken.append(shard.path + "/" + name)
            try shard.removeFile(name)
        }
    }

    private static func checksum(of file: FileDescriptor) throws -> UInt64 {
        var hash = XXH64()
        while true {
            let chunk = try file.read(upTo: FileChunks.chunkSize)
            guard !chunk.isEmpty else { return hash.value }
            hash.add(chunk.span)
        }
    }
}
