import SupplierGoKit

/// What is known of avatars' outcomes, and what of it was said.
struct AvatarFindings {
    /// What is to be said.
    enum Remark {
        case warning(String)
        case trace(String)

        /// What is not kept, and why.
        case unkept(String, CacheError)
    }

    /// How many failures are named where not all are asked for.
    static let limit = 5

    /// What became of them until now.
    private(set) var tally = AvatarTally()

    /// Whether each transfer and each failure is named.
    private let namesAll: Bool
    private var traced: Set<String> = []

    /// How many failures were named, alone or with others.
    private var namedCount = 0

    /// Failures that are no single avatar's, the first supplier of each, and how many there are.
    private var gathered: [(sentence: String, supplier: String, count: Int)] = []

    /// Why the first avatar that is not kept is not.
    private var cacheError: CacheError?

    /// Why avatars are stale, and how many are for that reason.
    private var staleReasons: [(sentence: String, count: Int)] = []

    init(namesAll: Bool) {
        self.namesAll = namesAll
    }

    /// Takes notice of outcomes, and tells what is to be said at once.
    mutating func take(_ outcomes: [AvatarOutcome]) -> [Remark] {
        var remarks: [Remark] = []
        for outcome in outcomes {
            tally.add(outcome.result)
            if namesAll, let line = trace(of: outcome) { remarks.append(.trace(line)) }
            switch outcome.result {
            case .none: break
            case .loaded(let avatar):
                if let reason = avatar.staleReason { gather(reason) }
                cacheError = cacheError ?? avatar.cacheError
            case .failed(let failure):
                if let sentence = sentence(on: failure, of: outcome.supplier) {
                    remarks.append(.warning(sentence))
                }
            }
        }
        return remarks
    }

    /// What is to be said of a failure at once.
    private mutating func sentence(on failure: AvatarFailure, of supplier: Supplier) -> String? {
        if let sentence = Failure.commonSentence(of: failure) {
            gather(sentence, of: supplier)
            return nil
        }
        guard namedCount < Self.limit || namesAll else { return nil }
        namedCount += 1
        return "no avatar of \(supplier.fullname) (id \(supplier.id)): \(Failure.sentence(of: failure))"
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

    /// What of all that is wrong can only be said at the end.
    var closingRemarks: [Remark] {
        var remarks = gathered.map { failure in
            let whose = failure.count == 1 ? failure.supplier : Count.formatted(failure.count) + " suppliers"
            return Remark.warning("no avatar of \(whose): \(failure.sentence)")
        }
        for reason in staleReasons.prefix(namesAll ? .max : Self.limit) {
            remarks.append(.warning("\(Count.subject(reason.count, "avatar")) stale: \(reason.sentence)"))
        }
        if let cacheError {
            remarks.append(.unkept("\(Count.subject(tally.unkeptCount, "avatar")) not kept", cacheError))
        }
        let unnamed = tally.failedCount - namedCount
        if unnamed > 0, !namesAll {
            remarks.append(
                .warning("\(Count.formatted(unnamed, "more avatar")) failed ('\(Options.verbose.spelling)' names all)"))
        }
        return remarks
    }

    /// What a transfer took, in one line: suppliers may share one.
    private mutating func trace(of outcome: AvatarOutcome) -> String? {
        guard let endpoint = outcome.supplier.avatar?.endpoint, traced.insert(endpoint).inserted else { return nil }
        var line = TransferLine(
            address: endpoint, status: outcome.metrics?.status, source: "failed",
            byteCount: outcome.metrics?.decodedByteCount ?? 0, duration: outcome.duration, metrics: outcome.metrics)
        switch outcome.result {
        case .none: return nil
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
        case .failed: return nil
        }
        return line.description
    }
}
