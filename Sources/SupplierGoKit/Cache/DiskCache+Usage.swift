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
            guard namespace != CacheKey.Namespace.failures.name, byteCount > 0 else { return }
            amounts[namespace, default: Amount()].entryCount += 1
            amounts[namespace, default: Amount()].byteCount += byteCount
        }
    }

    /// Counts what the cache holds; nothing if its directory does not exist. One file call for each entry.
    ///
    /// - Throws: ``CacheError``.
    public func usage() async throws(CacheError) -> Usage {
        try await reduceEntries(into: Usage(directory: directory)) { usage, name, shard, namespace in
            guard let status = try shard.status(of: name), status.kind == .regular, status.byteCount > 0 else {
                return
            }
            usage.add(byteCount: status.byteCount, to: namespace)
            usage.oldestAt = min(usage.oldestAt ?? status.modifiedAt, status.modifiedAt)
        }
    }

    /// Combines the files of entries, or else those of failures. They are known by their names, their keys are not.
    ///
    /// - Throws: ``CacheError``.
    package func reduceEntries<Result: Sendable>(
        areFailures: Bool = false, into result: Result,
        _ body:
            @escaping @Sendable (inout Result, _ name: String, _ shard: Directory, _ namespace: String) throws -> Void
    ) async throws(CacheError) -> Result {
        try await onDisk { [layout = files.layout] in
            var result = result
            try layout.forEachShard { shard, namespace in
                guard (namespace == CacheKey.Namespace.failures.name) == areFailures else { return }
                for name in try shard.names() where CacheLayout.FileName(name) == .entry {
                    try body(&result, name, shard, namespace)
                }
            }
            return result
        }
    }
}
