import FoundationEssentials
import SupplierGoKit

/// `suppliergo cache path`: prints the cache's directory.
struct CachePathCommand: TextCommand {
    static let description = CommandDescription(name: "cache path", overview: "Print the cache's directory.")

    private let directory: String

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseWords()
        directory = try arguments.cacheDirectory()
    }

    func text(width: Int?) -> String { directory + "\n" }
}

/// `suppliergo cache info`: prints what the cache holds.
struct CacheInfoCommand: Command {
    static let description = CommandDescription(
        name: "cache info", overview: "Print how many entries and bytes the cache holds.",
        options: [Options.summaryFormat.row, Options.cacheByteLimit.row] + MaintainedStore.options,
        examples: [
            .init("suppliergo cache info --format json", "the same for programs"),
            .init("suppliergo cache info --store s3://fleet/v1", "what a store holds"),
        ])

    private let cache: DiskCache
    private let store: MaintainedStore?
    let format: SummaryFormat

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseWords()
        cache = try arguments.cache()
        store = try MaintainedStore(arguments)
        format = try arguments[Options.summaryFormat]
    }

    func run(on console: Console) async throws -> ExitStatus {
        let summary: CacheSummary
        if let store {
            let usage = try await store.use(on: console) { try await $0.usage() }
            summary = CacheSummary(of: usage, limit: nil)
        } else {
            summary = CacheSummary(of: try await cache.usage(), limit: cache.byteLimit)
        }
        try console.output.write(summary.text(in: format))
        try console.output.flush()
        return .done
    }
}

/// `suppliergo cache verify`: reads every entry, and names those that were broken.
struct CacheVerifyCommand: Command {
    static let description = CommandDescription(
        name: "cache verify", overview: "Read every entry of the cache, and remove broken ones.",
        discussion: """
            The exit status is 3 where an entry was broken. In a --store, avatars without a record that this version reads, and \
            those over \(ByteCount.formatted(SupplierLoader.Configuration().avatarByteLimit)), are counted and left.
            """, options: MaintainedStore.options)

    private let cache: DiskCache
    private let store: MaintainedStore?

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseWords()
        cache = try arguments.cache()
        store = try MaintainedStore(arguments)
    }

    func run(on console: Console) async throws -> ExitStatus {
        let result: CacheVerification
        if let store {
            result = try await store.use(on: console) { store in
                try await verify(outOf: nil, on: console) { count in try await store.verify(progress: count) }
            }
        } else {
            let total = try await cache.usage().total.entryCount
            result = try await verify(outOf: total, on: console) { count in try await cache.verify(progress: count) }
        }
        for path in result.broken { console.warn("\(path) was broken and has been removed") }
        if let path = result.uncheckedPath {
            console.warn(
                "\(Count.subject(result.uncheckedCount, "avatar")) not checked, such as \(path): too large, or without a record "
                    + "that this version reads")
        }
        console.note("verified \(result.whole.total.summary)")
        return result.broken.isEmpty ? .done : .partlyDone
    }

    /// Verifies entries while a line says how many were read.
    ///
    /// - Parameter total: how many there are; `nil` where that is not known before.
    private func verify(
        outOf total: Int?, on console: Console,
        _ verify: (@escaping @Sendable (Int) -> Void) async throws -> CacheVerification
    ) async throws -> CacheVerification {
        let counter = Lock(0)
        return try await console.showingProgress(of: "entries") {
            Progress(done: min(counter.withLock { $0 }, total ?? .max), total: total)
        } during: {
            try await verify { count in counter.withLock { $0 = max($0, count) } }
        }
    }
}

/// `suppliergo cache prune`: removes what was not used for the longest time.
struct CachePruneCommand: Command {
    static let description = CommandDescription(
        name: "cache prune", overview: "Remove the least recently used entries.",
        discussion: """
            Those beyond --max-size, and those that were neither stored nor used for --max-age days. The limit holds \
            after every run anyway; this is for making more room. When an entry was used is known to the hour. Of a \
            --store those are removed that were neither stored nor revalidated for --max-age days.
            """,
        options: [Options.cacheByteLimit.row, Options.maximumAge.row] + MaintainedStore.options,
        examples: [.init("suppliergo cache prune --max-size 200M", "what was used longest ago")])

    private let cache: DiskCache
    private let store: MaintainedStore?

    /// The age in seconds from which on entries are removed; `nil` where it does not matter.
    private let age: TimeInterval?

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseWords()
        cache = try arguments.cache()
        store = try MaintainedStore(arguments)
        age = try arguments[Options.maximumAge].map { TimeInterval($0) * 86_400 }
        guard store == nil || age != nil && arguments.called(Options.cacheByteLimit.row).isEmpty else {
            throw UsageError(
                "'\(Options.maintainedStore.spelling)' is pruned by '\(Options.maximumAge.spelling) DAYS' only: a store has no "
                    + "limit, and does not know what was used", see: .command(Self.description.name))
        }
    }

    func run(on console: Console) async throws -> ExitStatus {
        let removed: CacheUsage
        if let store, let age {
            removed = try await store.use(on: console) { try await $0.prune(olderThan: age) }
        } else {
            removed = try await cache.prune(unusedFor: age)
        }
        console.note("removed \(removed.total.summary)")
        return .done
    }
}

/// `suppliergo cache clear`: removes everything.
struct CacheClearCommand: Command {
    static let description = CommandDescription(
        name: "cache clear", overview: "Remove everything the cache holds.")

    private let cache: DiskCache

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseWords()
        cache = try arguments.cache()
    }

    func run(on console: Console) async throws -> ExitStatus {
        console.note("removed \(try await cache.clear().total.summary)")
        return .done
    }
}

extension CacheUsage.Amount {
    /// The amount in words: `2 entries, 1.2 MB`.
    fileprivate var summary: String {
        let entries = Count.formatted(entryCount) + (entryCount == 1 ? " entry" : " entries")
        return "\(entries), \(ByteCount.formatted(byteCount))"
    }
}
