import SupplierGoKit

/// Says on standard error what becomes of avatars, as their outcomes come in.
///
/// It is no actor: whoever reads outcomes would change threads for each parcel of them, and back. Nothing is said under its
/// lock, since whoever writes to a terminal may wait for long.
final class AvatarReport: Sendable {
    private let console: Console
    private let cacheWarnings: CacheWarnings
    private let findings: Lock<AvatarFindings>
    private let total: @Sendable () async -> Int?

    /// What became of them until now.
    var tally: AvatarTally { findings.withLock { $0.tally } }

    /// Creates it before the first outcome.
    ///
    /// - Parameter total: tells how many outcomes there will be, once that is known.
    init(console: Console, cacheWarnings: CacheWarnings, total: @escaping @Sendable () async -> Int?) {
        self.console = console
        self.cacheWarnings = cacheWarnings
        self.total = total
        findings = Lock(AvatarFindings(namesAll: console.verbosity == .verbose))
    }

    /// Takes notice of outcomes.
    func take(_ outcomes: [AvatarOutcome]) {
        say(findings.withLock { $0.take(outcomes) })
    }

    /// How far it has come.
    func progress() async -> Progress {
        let (total, tally) = (await total(), tally)
        return Progress(done: tally.outcomeCount, total: total, byteCount: tally.byteCount, failed: tally.failedCount)
    }

    /// Sums up.
    func finish() {
        warn()
        console.note(tally.summary)
    }

    /// Says of what is wrong what could only be said at the end.
    func warn() {
        say(findings.withLock { $0.closingRemarks })
    }

    private func say(_ remarks: [AvatarFindings.Remark]) {
        for remark in remarks {
            switch remark {
            case .warning(let sentence): console.warn(sentence)
            case .trace(let line): console.trace(line)
            case .unkept(let what, let error): cacheWarnings.say(what, error)
            }
        }
    }
}
