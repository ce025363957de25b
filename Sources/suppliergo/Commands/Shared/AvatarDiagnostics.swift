import SupplierGoKit

/// Says on standard error what becomes of avatars, as their outcomes come in.
///
/// One task gives it outcomes; others may read ``summary`` meanwhile.
final class AvatarDiagnostics {
    /// How many failures are named where not all are asked for.
    static let limit = 5

    /// What became of the avatars until now.
    let summary = Lock(AvatarSummary())

    /// A failure that many avatars may share.
    private struct SharedFailure {
        let sentence: String

        /// The first supplier whose avatar it cost.
        let supplier: String

        /// How many avatars it cost.
        var count = 1
    }

    private let console: Console
    private let cacheWarnings: CacheWarnings

    /// Whether each transfer and each failure is named.
    private let namesAll: Bool
    private var traced: Set<String> = []

    /// How many failures were named, alone or with others.
    private var namedCount = 0
    private var failures: [SharedFailure] = []
    private var staleReasons: [SharedFailure] = []

    /// Why the first avatar that is not kept is not.
    private var cacheError: CacheError?

    /// Creates it before the first outcome.
    init(console: Console, cacheWarnings: CacheWarnings) {
        self.console = console
        self.cacheWarnings = cacheWarnings
        namesAll = console.verbosity == .verbose
    }

    /// Counts outcomes, and says what is to be said of them at once.
    func take(_ outcomes: [AvatarOutcome]) {
        summary.withLock { summary in
            for outcome in outcomes { summary.add(outcome) }
        }
        cacheWarnings.checkStore()
        for outcome in outcomes {
            if namesAll, let line = trace(of: outcome) { console.trace(line) }
            switch outcome.result {
            case .none: break
            case .loaded(let avatar):
                if let reason = avatar.staleReason {
                    // A server that fails does so for many: it is named at the end, with how many it cost.
                    let sentence = Failure.commonSentence(of: reason) ?? Failure.sentence(of: reason)
                    Self.count(sentence, of: outcome.supplier, in: &staleReasons)
                }
                cacheError = cacheError ?? avatar.cacheError
            case .failed(let failure): take(failure, of: outcome.supplier)
            }
        }
    }

    private func take(_ failure: AvatarFailure, of supplier: Supplier) {
        if let sentence = Failure.commonSentence(of: failure) {
            namedCount += 1
            Self.count(sentence, of: supplier, in: &failures)
        } else if namedCount < Self.limit || namesAll {
            namedCount += 1
            console.warn("no avatar of \(Self.name(of: supplier)): \(Failure.sentence(of: failure))")
        }
    }

    private static func count(_ sentence: String, of supplier: Supplier, in failures: inout [SharedFailure]) {
        if let index = failures.firstIndex(where: { $0.sentence == sentence }) {
            failures[index].count += 1
        } else {
            failures.append(SharedFailure(sentence: sentence, supplier: name(of: supplier)))
        }
    }

    private static func name(of supplier: Supplier) -> String {
        "\(supplier.fullname) (id \(supplier.id))"
    }

    /// Says what can only be said at the end, when it is known how many avatars each failure cost.
    ///
    /// - Parameter told: a failure that was told before, and is only counted here.
    func finish(after told: String? = nil) {
        for failure in failures where failure.sentence != told {
            let whose = failure.count == 1 ? failure.supplier : Count.formatted(failure.count) + " suppliers"
            console.warn("no avatar of \(whose): \(failure.sentence)")
        }
        for reason in staleReasons.prefix(namesAll ? .max : Self.limit) {
            console.warn("\(Count.subject(reason.count, "avatar")) stale: \(reason.sentence)")
        }
        let summary = summary.withLock { $0 }
        if let cacheError { cacheWarnings.say("\(Count.subject(summary.unkeptCount, "avatar")) not kept", cacheError) }
        let unnamed = summary.failedCount - namedCount
        if unnamed > 0, !namesAll {
            console.warn(
                "\(Count.formatted(unnamed, "more avatar")) failed ('\(Options.verbose.spelling)' names all)")
        }
    }

    /// What a transfer took, in one line: suppliers may share one.
    private func trace(of outcome: AvatarOutcome) -> String? {
        guard let endpoint = outcome.supplier.avatar?.endpoint, traced.insert(endpoint).inserted else { return nil }
        var line = TransferLine(
            address: endpoint, status: outcome.metrics?.status, source: "failed",
            byteCount: outcome.metrics?.decodedByteCount ?? 0, duration: outcome.duration, metrics: outcome.metrics)
        switch outcome.result {
        case .none: return nil
        case .loaded(let avatar):
            line.status = avatar.status
            line.byteCount = avatar.byteCount
            line.source = "\(avatar.source)"
        case .failed(.transfer), .failed(.status), .failed(.empty), .failed(.notAnImage), .failed(.incomplete): break
        case .failed: return nil
        }
        return line.description
    }
}
