import SupplierGoKit

/// Says on standard error what becomes of avatars, as their outcomes come in.
actor AvatarReport {
    /// How many failures are named where not all are asked for.
    static let limit = 5

    /// What became of them until now.
    private(set) var tally = AvatarTally()

    private let console: Console
    private let total: Int
    private var progress: ProgressLine?
    private var traced: Set<String> = []

    /// How many failures were named, alone or with others.
    private var namedCount = 0

    /// Failures of servers, the first supplier of each, and how many there are.
    private var gathered: [(sentence: String, supplier: String, count: Int)] = []

    /// Creates it before the first of so many outcomes.
    init(console: Console, total: Int) {
        self.console = console
        self.total = total
        if let width = console.errorTraits.width, console.verbosity > .quiet {
            progress = ProgressLine(label: "avatars", width: width, style: console.errorStyle)
        }
    }

    /// Takes notice of an outcome.
    func take(_ outcome: AvatarOutcome) {
        tally.add(outcome)
        switch outcome.result {
        case .none: break
        case .loaded(let avatar): trace(avatar, of: outcome)
        case .failed(.transfer(let error)) where Failure.serverSentence(of: error) != nil:
            gather(error, of: outcome.supplier)
        case .failed(let failure) where namedCount < Self.limit || console.verbosity == .verbose:
            namedCount += 1
            let supplier = outcome.supplier
            console.warn("no avatar of \(supplier.fullname) (id \(supplier.id)): \(Failure.sentence(of: failure))")
        case .failed: break
        }
    }

    /// Keeps a failure of a whole server for the end, when it is known how many avatars it cost.
    private func gather(_ error: DataLoadError, of supplier: Supplier) {
        guard let sentence = Failure.serverSentence(of: error) else { return }
        namedCount += 1
        if let index = gathered.firstIndex(where: { $0.sentence == sentence }) {
            gathered[index].count += 1
        } else {
            gathered.append((sentence, "\(supplier.fullname) (id \(supplier.id))", 1))
        }
    }

    /// Draws how far it has come, again and again until the task is cancelled; nothing where nobody sees it.
    ///
    /// It draws by time and not by outcome, so that what is shown is true also while one server keeps all waiting.
    func keepDrawing() async {
        while progress != nil {
            let (tally, total) = (tally, total)
            let drawing = progress?.update(
                done: tally.outcomeCount, total: total, bytes: tally.byteCount, failed: tally.failedCount, at: .now)
            if let drawing { console.errors.draw(drawing) }
            do {
                try await Task.sleep(for: ProgressLine.interval)
            } catch {
                return
            }
        }
    }

    /// Sums up.
    func finish() {
        for failure in gathered {
            let whose = failure.count == 1 ? failure.supplier : Count.formatted(failure.count) + " suppliers"
            console.warn("no avatar of \(whose): \(failure.sentence)")
        }
        let unnamed = tally.failedCount - namedCount
        if unnamed > 0, console.verbosity < .verbose {
            console.warn("\(Count.formatted(unnamed, "more avatar")) failed ('\(Option.verbose.spelling)' names all)")
        }
        console.note(tally.summary)
    }

    /// One line a transfer: suppliers may share one.
    private func trace(_ avatar: LoadedAvatar, of outcome: AvatarOutcome) {
        guard console.verbosity == .verbose, let endpoint = outcome.supplier.avatar?.endpoint,
            traced.insert(endpoint).inserted
        else { return }
        let status = avatar.status?.description ?? "-"
        let source =
            switch avatar.source {
            case .network: "network"
            case .file: "file"
            case .cache: "cache"
            }
        let milliseconds = Int((outcome.duration / .milliseconds(1)).rounded())
        let details = outcome.metrics.map { " (\(Self.details(of: $0)))" } ?? ""
        console.trace("\(status) \(source) \(avatar.byteCount) bytes \(milliseconds) ms \(endpoint)\(details)")
    }

    /// What there is to know of a transfer besides: `HTTP/2, first byte after 12 ms, 1 retry`.
    private static func details(of metrics: TransferMetrics) -> String {
        var parts = [metrics.protocolName].compactMap(\.self)
        if let time = metrics.timeToFirstByte {
            parts.append("first byte after \(Int((time / .milliseconds(1)).rounded())) ms")
        }
        if metrics.retryCount > 0 {
            parts.append(metrics.retryCount == 1 ? "1 retry" : "\(metrics.retryCount) retries")
        }
        return parts.joined(separator: ", ")
    }
}
