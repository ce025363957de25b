import SupplierGoKit

/// Says on standard error what becomes of avatars, as their outcomes come in.
///
/// It is no actor: whoever reads outcomes would change threads for each parcel of them, and back.
final class AvatarReport: Sendable {
    private let findings: Lock<AvatarFindings>
    private let total: @Sendable () async -> Int?

    /// What became of them until now.
    var tally: AvatarTally { findings.withLock { $0.tally } }

    /// Creates it before the first outcome.
    ///
    /// - Parameter total: tells how many outcomes there will be, once that is known.
    init(console: Console, cacheWarnings: CacheWarnings, total: @escaping @Sendable () async -> Int?) {
        findings = Lock(AvatarFindings(console: console, cacheWarnings: cacheWarnings))
        self.total = total
    }

    /// Takes notice of outcomes.
    func take(_ outcomes: AvatarParcel) {
        findings.withLock { $0.take(outcomes) }
    }

    /// How far it has come.
    func progress() async -> Progress {
        let (total, tally) = (await total(), tally)
        return Progress(done: tally.outcomeCount, total: total, byteCount: tally.byteCount, failed: tally.failedCount)
    }

    /// Sums up.
    func finish() {
        findings.withLock { $0.finish() }
    }

    /// Says of what is wrong what could only be said at the end.
    func warn() {
        findings.withLock { $0.warn() }
    }
}

/// What is known of avatars' outcomes, and what of it was said.
private struct AvatarFindings {
    /// How many failures are named where not all are asked for.
    static let limit = 5

    /// What became of them until now.
    private(set) var tally = AvatarTally()

    private let console: Console
    private let cacheWarnings: CacheWarnings
    private var traced: Set<String> = []

    /// How many failures were named, alone or with others.
    private var namedCount = 0

    /// Failures that are no single avatar's, the first supplier of each, and how many there are.
    private var gathered: [(sentence: String, supplier: String, count: Int)] = []

    /// Why the first avatar that is not kept is not.
    private var cacheError: CacheError?

    /// Why avatars are stale, and how many are for that reason.
    private var staleReasons: [(sentence: String, count: Int)] = []

    init(console: Console, cacheWarnings: CacheWarnings) {
        self.console = console
        self.cacheWarnings = cacheWarnings
    }

    /// Takes notice of outcomes.
    mutating func take(_ outcomes: AvatarParcel) {
        for place in outcomes.indices {
            let result = outcomes.result(at: place)
            tally.add(result)
            if console.verbosity == .verbose { trace(outcomes[place]) }
            switch result {
            case .none: break
            case .loaded(let avatar):
                if let reason = avatar.staleReason { gather(reason) }
                cacheError = cacheError ?? avatar.cacheError
            case .failed(let failure): take(failure, of: outcomes[place].supplier)
            }
        }
    }

    private mutating func take(_ failure: AvatarFailure, of supplier: Supplier) {
        if let sentence = Failure.commonSentence(of: failure) {
            gather(sentence, of: supplier)
        } else if namedCount < Self.limit || console.verbosity == .verbose {
            namedCount += 1
            console.warn("no avatar of \(supplier.fullname) (id \(supplier.id)): \(Failure.sentence(of: failure))")
        }
    }

    /// Keeps a failure that is no single avatar's for the end, when it is known how many it cost.
    private mutating func gather(_ sentence: String, of supplier: Supplier) {
        namedCount += 1
        if let index = gathered.firstIndex(where: { $0.sentence == sentence }) {
            gathered[index].count += 1
        } else {
            gathered.append((sentence, "\(supplier.fullname) (id \(supplier.id))", 1))
        }
    }

    /// Keeps why an avatar is stale for the end: a server that fails does so for many.
    private mutating func gather(_ reason: AvatarFailure) {
        let sentence = Failure.commonSentence(of: reason) ?? Failure.sentence(of: reason)
        if let index = staleReasons.firstIndex(where: { $0.sentence == sentence }) {
            staleReasons[index].count += 1
        } else {
            staleReasons.append((sentence, 1))
        }
    }

    /// Sums up.
    func finish() {
        warn()
        console.note(tally.summary)
    }

    /// Says of what is wrong what could only be said at the end.
    func warn() {
        for failure in gathered {
            let whose = failure.count == 1 ? failure.supplier : Count.formatted(failure.count) + " suppliers"
            console.warn("no avatar of \(whose): \(failure.sentence)")
        }
        for reason in staleReasons.prefix(console.verbosity == .verbose ? .max : Self.limit) {
            console.warn("\(Count.subject(reason.count, "avatar")) stale: \(reason.sentence)")
        }
        if let cacheError {
            cacheWarnings.say("\(Count.subject(tally.unkeptCount, "avatar")) not kept", cacheError)
        }
        let unnamed = tally.failedCount - namedCount
        if unnamed > 0, console.verbosity < .verbose {
            console.warn("\(Count.formatted(unnamed, "more avatar")) failed ('\(Option.verbose.spelling)' names all)")
        }
    }

    /// Says what a transfer took, in one line: suppliers may share one.
    private mutating func trace(_ outcome: AvatarOutcome) {
        guard let endpoint = outcome.supplier.avatar?.endpoint, traced.insert(endpoint).inserted else { return }
        var line = TransferLine(
            address: endpoint, status: outcome.metrics?.status, source: "failed",
            byteCount: outcome.metrics?.decodedByteCount ?? 0, duration: outcome.duration, metrics: outcome.metrics)
        switch outcome.result {
        case .none: return
        case .loaded(let avatar):
            line.status = avatar.status
            line.byteCount = avatar.byteCount
            switch avatar.source {
            case .network: line.source = "network"
            case .file: line.source = "file"
            case .cache: line.source = "cache"
            case .revalidated: line.source = "revalidated"
            case .stale: line.source = "stale"
            }
        case .failed(.transfer), .failed(.status), .failed(.empty), .failed(.notAnImage), .failed(.incomplete): break
        case .failed: return
        }
        console.trace(line.description)
    }
}
