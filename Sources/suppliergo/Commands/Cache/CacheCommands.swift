import FoundationEssentials
import SupplierGoKit

/// `suppliergo cache path`: prints the cache's directory.
struct CachePathCommand: TextCommand {
    static let description = CommandDescription(name: "cache path", overview: "Print the cache's directory.")

    private let directory: String

    init(_ arguments: Arguments) throws(UsageError) {
        directory = try arguments.cacheDirectory()
    }

    func text(width: Int?) -> String { directory + "\n" }
}

/// `suppliergo cache info`: prints what the cache holds.
struct CacheInfoCommand: Command {
    static let description = CommandDescription(
        name: "cache info", overview: "Print the number and size of the cache's entries.",
        options: [format.row, Options.cacheByteLimit.row],
        examples: [("suppliergo cache info --format json", "the same for programs")])

    private static let format = Options.format(
        of: [.text, .json], "The output format. text is for people, json for programs.")

    private let cache: DiskCache

    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        cache = try arguments.cache()
        isJSON = arguments[Self.format] == .json
    }

    func run(on console: Console) async throws -> ExitStatus {
        try console.print(text(of: try await cache.usage(), markByteCount: try await LastReport.byteCount(in: cache)))
        return .done
    }

    private func text(of usage: DiskCache.Usage, markByteCount: Int) -> String {
        let oldest = usage.oldestAt?.formatted(.iso8601)
        guard !isJSON else {
            let members: JSONMembers = [
                "bytes": usage.total.byteCount, "directory": usage.directory, "entries": usage.total.entryCount,
                "limit": cache.byteLimit, "oldest": oldest, "marks": markByteCount,
            ]
            return members.jsonLine()
        }
        let marks = markByteCount == 0 ? [] : [FieldTable.Field("marks", ByteCount.formatted(markByteCount))]
        return FieldTable(
            fields: [
                .init("directory", usage.directory.visibleText),
                .init("entries", Count.formatted(usage.total.entryCount)),
                .init("bytes", ByteCount.formatted(usage.total.byteCount)),
                .init("limit", ByteCount.formatted(limit: cache.byteLimit)), .init("oldest", oldest ?? "none"),
            ] + marks
        ).text
    }
}

/// `suppliergo cache verify`: reads every entry, and names the broken ones.
struct CacheVerifyCommand: Command {
    static let description = CommandDescription(
        name: "cache verify", overview: "Read every entry, and remove broken ones.",
        discussion: "The exit status is 3 if an entry was broken.")

    private let cache: DiskCache

    init(_ arguments: Arguments) throws(UsageError) {
        cache = try arguments.cache()
    }

    func run(on console: Console) async throws -> ExitStatus {
        let total = try await cache.usage().total.entryCount
        let counter = Lock(0)
        let result = try await console.showingProgress(of: "entries", waiting: "reading...") {
            Progress(done: min(counter.withLock { $0 }, total), total: total)
        } during: {
            try await cache.verify { count in counter.withLock { $0 = max($0, count) } }
        }
        for path in result.broken { console.warn("\(path) was broken and has been removed") }
        console.inform("verified \(result.whole.summary)")
        return result.broken.isEmpty ? .done : .partlyDone
    }
}

/// `suppliergo cache prune`: removes the least recently used entries.
struct CachePruneCommand: Command {
    static let description = CommandDescription(
        name: "cache prune", overview: "Remove the least recently used entries.",
        discussion: """
            Removes entries beyond --max-size, and entries neither stored nor used for --max-age days. Every run keeps \
            the cache within a tenth of its limit anyway; this makes more room. Last-use times are accurate to the hour.
            """,
        options: [Options.cacheByteLimit.row, Options.maximumAge.row],
        examples: [("suppliergo cache prune --max-size 200M", "the least recently used")])

    private let cache: DiskCache

    /// The age in seconds from which on entries are removed, or `nil` if it does not matter.
    private let age: TimeInterval?

    init(_ arguments: Arguments) throws(UsageError) {
        cache = try arguments.cache()
        age = arguments[Options.maximumAge].map { TimeInterval($0) * 86_400 }
    }

    func run(on console: Console) async throws -> ExitStatus {
        console.inform("removed \(try await cache.prune(unusedFor: age).total.summary)")
        return .done
    }
}

/// `suppliergo cache clear`: removes everything.
struct CacheClearCommand: Command {
    static let description = CommandDescription(name: "cache clear", overview: "Remove everything from the cache.")

    private let cache: DiskCache

    init(_ arguments: Arguments) throws(UsageError) {
        cache = try arguments.cache()
    }

    func run(on console: Console) async throws -> ExitStatus {
        console.inform("removed \(try await cache.clear().total.summary)")
        let markCount = try await LastReport.removeAll(in: cache)
        guard markCount > 0 else { return .done }
        console.inform("removed the last reports of \(Count.formatted(markCount, "catalog")) for 'list --changes'")
        return .done
    }
}

extension DiskCache.Usage.Amount {
    /// The amount in words: `2 entries, 1.2 MB`.
    fileprivate var summary: String {
        let entries = Count.formatted(entryCount) + (entryCount == 1 ? " entry" : " entries")
        return "\(entries), \(ByteCount.formatted(byteCount))"
    }
}

extension Options {
    static let maximumAge = Option<Int?>(
        .choose, "max-age", .count("days"), isSetting: false,
        "Remove entries neither used nor stored for this many days.")
}
