public import FoundationEssentials

/// How much a cache holds, or held.
public struct CacheUsage: Sendable, Hashable {
    /// A number of entries and the bytes in them.
    public struct Amount: Sendable, Hashable {
        /// How many entries there are.
        public var entryCount = 0

        /// How many bytes their files hold together, without what the file system needs beyond that.
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

    /// What a namespace holds.
    public subscript(namespace: String) -> Amount { amounts[namespace] ?? Amount() }

    /// What all namespaces hold together.
    public var total: Amount {
        amounts.values.reduce(into: Amount()) { total, amount in
            total.entryCount += amount.entryCount
            total.byteCount += amount.byteCount
        }
    }

    /// Counts an entry. Failures are not entries.
    mutating func add(byteCount: Int, to namespace: String) {
        guard namespace != CacheLayout.failures else { return }
        amounts[namespace, default: Amount()].entryCount += 1
        amounts[namespace, default: Amount()].byteCount += byteCount
    }
}

/// The result of checking a cache's entries.
package struct CacheVerification: Sendable, Hashable {
    /// The entries that are what was stored.
    package var whole: CacheUsage

    /// The paths of the broken files, which were removed.
    package var broken: [String] = []
}
