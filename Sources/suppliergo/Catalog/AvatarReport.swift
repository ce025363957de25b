import SupplierGoFleet
import SupplierGoKit

/// A part of suppliers whose outcomes are reported.
enum ReportedPart: String, Sendable {
    case avatars, details

    /// A number of suppliers' parts: `3 avatars`, `details of 3 suppliers`.
    fileprivate func counted(_ count: Int, _ which: String = "") -> String {
        let (start, noun) = self == .avatars ? ("", "avatar") : ("details of ", "supplier")
        return start + Count.formatted(count, which + noun)
    }

    /// The same at the beginning of a sentence.
    fileprivate func subject(_ count: Int) -> String {
        counted(count) + (self == .avatars && count == 1 ? " is" : " are")
    }
}

/// Counts the outcomes of avatars, or of details, as they arrive, and reports them on standard error.
///
/// One task adds outcomes; others may read ``counts`` meanwhile.
final class AvatarReport {
    /// The number of failures that are named unless all are asked for.
    static let limit = 5

    /// The number of suppliers that are named for one reason.
    private static let namedLimit = 3

    /// The numbers of avatars until now.
    let counts: Lock<AvatarCounts>

    /// Reasons in the order in which they came.
    private struct Reasons {
        /// With the first few suppliers that each applies to.
        private(set) var all: [(sentence: String, suppliers: [String], count: Int)] = []
        private var indices: [String: Int] = [:]

        func contains(_ sentence: String) -> Bool { indices[sentence] != nil }

        mutating func count(_ sentence: String, of supplier: Supplier) {
            let index = indices[sentence] ?? all.count
            if index == all.count {
                indices[sentence] = index
                all.append((sentence, [], 0))
            }
            all[index].count += 1
            if all[index].suppliers.count < namedLimit { all[index].suppliers.append(name(of: supplier)) }
        }
    }

    private let session: Session
    private let part: ReportedPart
    private let namesAll, hasStore: Bool
    private var traced: Set<String> = []

    /// The number of failed avatars that are named, alone or with others.
    private var namedCount = 0
    private var failures = Reasons()
    private var staleReasons = Reasons()

    /// The first reason why the store lacks an avatar, of all that it lacks.
    private var unstored = Reasons()
    private var cacheError: CacheError?

    private var console: Console { session.console }

    /// Creates it before the first outcome.
    init(of part: ReportedPart = .avatars, in session: Session) {
        (self.session, self.part) = (session, part)
        counts = Lock(AvatarCounts(of: part))
        namesAll = session.console.verbosity == .verbose
        hasStore = part == .avatars && session.loader.store != nil
    }

    /// Receives all outcomes of avatars, while a line on standard error shows their number.
    ///
    /// - Parameters:
    ///   - total: the number of outcomes, once it is known.
    ///   - consume: is given the outcomes as well; by default it ends the run at the first avatar that the cache cannot
    ///     keep, since it would keep none of the others.
    /// - Throws: errors of `consume`, by default ``CacheError``, and `CancellationError`.
    func follow(
        _ avatars: AvatarStream<Never>, total: @escaping @Sendable () async -> Int?,
        _ consume: ([AvatarOutcome]) throws -> Void = AvatarReport.requireCache
    ) async throws {
        let counts = counts
        try await console.showingProgress(of: part.rawValue, waiting: session.waiting(in: console.errorStyle)) {
            let total = await total()
            return counts.withLock { $0.progress(of: total) }
        } during: {
            // Most outcomes come from the threads for files: there each of them is spared a change of threads.
            try await withTaskExecutorPreference(BlockingThreads.files) {
                var batches = avatars.makeAsyncIterator()
                while let outcomes = await batches.nextBatch() {
                    if hasStore { try await session.loader.fillStore(after: outcomes) }
                    add(outcomes)
                    try consume(outcomes)
                }
            }
            try Task.checkCancellation()
        }
    }

    /// Ends the run at the first avatar that the cache cannot keep.
    static func requireCache(_ outcomes: [AvatarOutcome]) throws {
        if let error = outcomes.lazy.compactMap(\.result.cacheFailure).first { throw error }
    }

    /// Prints the failures and the numbers of all avatars.
    ///
    /// - Parameter source: the catalog's source: a server that failed then was named then.
    func finish(from source: SupplierBatch.Source?) {
        warnAtEnd(after: source?.serverSentence)
        if let clause = counts.withLock({ $0.clause }) { console.inform(clause) }
    }

    /// Names the avatars that the store did not keep, and why; `nil` if it kept all.
    var unstoredSentence: String? {
        guard let unstored = unstored.all.first else { return nil }
        let others = unstored.count - unstored.suppliers.count
        let rest = others > 0 ? " and \(Count.formatted(others)) more" : ""
        return "\(Count.subject(unstored.count, "avatar")) not stored, \(unstored.count == 1 ? "that" : "those") of "
            + "\(unstored.suppliers.joined(separator: ", "))\(rest); \(unstored.sentence)"
    }

    /// Counts outcomes, and says at once what need not wait for others.
    private func add(_ outcomes: [AvatarOutcome]) {
        session.cacheWarnings.checkStore()
        for outcome in outcomes {
            let loss = hasStore ? session.loader.unstored(outcome.supplier) : nil
            let isNew = counts.withLock { $0.add(outcome, loss) }
            if isNew, case .failed(let error) = loss {
                unstored.count(unstored.all.first?.sentence ?? "\(error)", of: outcome.supplier)
            }
            if namesAll { trace(outcome) }
            if let failure = outcome.result.failure { add(failure, of: outcome.supplier, isNew: isNew) }
            guard let avatar = outcome.result.loaded else { continue }
            cacheError = cacheError ?? avatar.cacheError
            guard let reason = avatar.staleReason else { continue }
            // A server that fails does so for many: it is named at the end, with how many it cost.
            staleReasons.count(reason.commonSentence ?? reason.sentence, of: outcome.supplier)
            if part == .details { namedCount += 1 }
        }
    }

    /// Counts a failure; `isNew` unless it was counted for another supplier of the same avatar.
    private func add(_ failure: AvatarOutcome.Error, of supplier: Supplier, isNew: Bool) {
        let sentence = failure.commonSentence ?? failure.sentence(isOffline: session.loader.configuration.isOffline)
        // A failure of a whole server, or of a picture that suppliers share, has one line.
        let isNamed = namesAll || failures.all.count < Self.limit || failure.commonSentence != nil
        guard isNamed || failures.contains(sentence) else { return }
        if isNew { namedCount += 1 }
        failures.count(sentence, of: supplier)
    }

    static func name(of supplier: Supplier) -> String {
        "\(supplier.fullname.shownText()) (id \(supplier.id.rawValue.shownText()))"
    }

    /// Warns of each failure, with the number of avatars that it cost.
    ///
    /// - Parameter sentence: a failure that was warned of before, and is only counted here. Default `nil`.
    func warnAtEnd(after sentence: String? = nil) {
        for failure in failures.all where failure.sentence != sentence {
            let whose = failure.count == 1 ? failure.suppliers[0] : Count.formatted(failure.count) + " suppliers"
            console.warn("no \(part == .avatars ? "avatar" : "details") for \(whose): \(failure.sentence)")
        }
        for reason in staleReasons.all.prefix(namesAll ? .max : Self.limit) {
            console.warn("\(part.subject(reason.count)) stale: \(reason.sentence)")
        }
        let counts = counts.withLock { $0 }
        if let cacheError {
            session.cacheWarnings.say("\(part.subject(counts.unkeptCount)) not kept", cacheError)
        }
        let unnamed = counts.failedCount - namedCount
        if unnamed > 0, !namesAll {
            console.warn("\(part.counted(unnamed, "more ")) failed ('\(Options.verbose.spelling)' names all)")
        }
    }

    /// Prints the line of a transfer, once for suppliers that share an avatar.
    private func trace(_ outcome: AvatarOutcome) {
        let (supplier, metrics) = (outcome.supplier, outcome.metrics)
        let endpoint = part == .avatars ? supplier.avatar?.endpoint : session.loader.detailsAddress(of: supplier)
        guard let endpoint, traced.insert(endpoint).inserted else { return }
        var (status, source, byteCount) = (metrics?.status, "failed", metrics?.decodedByteCount ?? 0)
        switch outcome.result {
        case .loaded(let avatar): (status, source, byteCount) = (avatar.status, "\(avatar.source)", avatar.byteCount)
        case .failed(.missing) where metrics != nil: source = "network"
        case .none, .failed(.endpoint), .failed(.missing), .failed(.offline): return
        case .failed: break
        }
        console.trace(
            TransferLine.text(
                status: status, source: source, byteCount: byteCount, duration: outcome.duration,
                address: part == .avatars ? supplier.avatar?.shownEndpoint ?? "" : endpoint.asShownURL,
                metrics: metrics))
    }
}

/// The numbers of avatars by their outcome. Suppliers may share one.
struct AvatarCounts: Sendable, Hashable {
    private let part: ReportedPart

    /// From the network and from files.
    private var fetchedCount = 0

    /// The bytes of those.
    private var byteCount = 0

    /// The avatars that came and are not kept.
    private(set) var unkeptCount = 0

    /// The avatars not put into the store, since their servers sent them for this user only.
    private(set) var personalCount = 0

    private(set) var failedCount = 0

    /// The avatars that are gone, as their servers say (404, 410).
    private(set) var goneCount = 0

    /// The avatars whose endpoint is not a usable URL.
    private(set) var unaskableCount = 0

    /// The avatars that another run may load or keep. If there are any, ``FetchCommand`` exits with 3.
    var openCount: Int { failedCount - goneCount - unaskableCount + unkeptCount }

    /// All outcomes, those of suppliers without avatar included.
    private var outcomeCount = 0

    /// The hash values of the endpoints that are counted: a million strings would take much more memory.
    private var counted: Set<Int> = []

    init(of part: ReportedPart) { self.part = part }

    /// Counts a supplier's outcome.
    ///
    /// - Parameter unstored: why the store lacks the avatar.
    /// - Returns: true if its avatar is counted now, and was not for another supplier before.
    mutating func add(_ outcome: AvatarOutcome, _ unstored: AvatarStore.Unstored?) -> Bool {
        outcomeCount += 1
        let name = part == .avatars ? outcome.supplier.avatar?.endpoint : outcome.supplier.id.rawValue
        guard let name, counted.insert(name.hashValue).inserted else { return false }
        if unstored == .personal { personalCount += 1 }
        if let avatar = outcome.result.loaded {
            if avatar.cacheError != nil { unkeptCount += 1 }
            if part == .details, avatar.staleReason != nil { failedCount += 1 }  // Only older ones are there.
            guard [.network, .file].contains(avatar.source) else { return true }
            fetchedCount += 1
            byteCount += avatar.byteCount
        } else if let failure = outcome.result.failure {
            failedCount += 1
            if failure.isGone { goneCount += 1 }
            if case .endpoint = failure { unaskableCount += 1 }
        }
        return true
    }

    /// The numbers for a line of progress.
    ///
    /// - Parameter total: the number of outcomes; `nil` if it is not known yet.
    func progress(of total: Int?) -> Progress {
        Progress(done: outcomeCount, total: total, byteCount: byteCount, failed: failedCount - goneCount)
    }

    /// The numbers of avatars that were fetched, that failed and that are gone, in one clause; `nil` if there are none.
    var clause: String? {
        let counts = [(fetchedCount, "fetched"), (failedCount - goneCount, "failed"), (goneCount, "gone")]
        let parts = counts.filter { $0.0 > 0 }
        guard let first = parts.first else { return nil }
        let others = parts.dropFirst().map { ", \(Count.formatted($0.0)) \($0.1)" }.joined()
        let size = failedCount == 0 ? " (\(ByteCount.formatted(byteCount)))" : ""
        return "\(part.counted(first.0)) \(first.1)\(others)\(size)"
    }
}
