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
        case .failed(let failure) where tally.failedCount <= Self.limit || console.verbosity == .verbose:
            let supplier = outcome.supplier
            console.warn("no avatar of \(supplier.fullname) (id \(supplier.id)): \(Failure.sentence(of: failure))")
        case .failed: break
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
        let unnamed = tally.failedCount - Self.limit
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
        console.trace("\(status) \(source) \(avatar.byteCount) bytes \(milliseconds) ms \(endpoint)")
    }
}
