import FoundationEssentials

/// One avatar whose server is asked, until what comes of that is kept.
///
/// It is an object: it goes from thread to thread while thousands do.
final class AvatarFlight: Sendable {
    let key: CacheKey

    /// What its server is asked, but for how urgent that is.
    let request: DataRequest

    /// Whether the avatar is a file that the catalog names, not one of a server.
    let isFile: Bool

    /// What is held of it.
    private let held: AvatarPlan.Held

    /// When the server was asked.
    let askedAt = Date.now

    /// The right to load it.
    private let claim: CacheClaim

    /// When it departed.
    private let start: Moment

    /// Whether what is held may be shown where the server fails.
    private let isUsableOnError: Bool

    /// Whether its outcomes were sent.
    private let isDelivered: Bool

    /// The avatar's URL.
    var url: URL { request.url }

    /// What the cache holds.
    var entry: CacheEntry? { held.entry }

    init(
        key: CacheKey, held: AvatarPlan.Held, request: DataRequest, isFile: Bool, claim: CacheClaim, start: Moment,
        isUsableOnError: Bool, isDelivered: Bool
    ) {
        self.key = key
        self.held = held
        self.request = request
        self.isFile = isFile
        self.claim = claim
        self.start = start
        self.isUsableOnError = isUsableOnError
        self.isDelivered = isDelivered
    }

    /// Starts the transfer, for which there is a place.
    func begin(in run: AvatarRun) {
        let priority = run.ledger.ask(self)
        run.traffic.begin(self) { receiver in
            if priority == request.priority { return run.loader.dataLoader.start(request, handing: receiver) }
            var request = request
            request.priority = priority
            return run.loader.dataLoader.start(request, handing: receiver)
        }
    }

    /// Sees what came, and keeps it; or asks again.
    ///
    /// - Parameters:
    ///   - run: the run that it belongs to. It is not kept, since all threads would count its users.
    ///   - results: gets what is to be sent.
    /// - Returns: whether it is over.
    /// - Throws: `CancellationError`, where nobody waits for it any more.
    nonisolated(nonsending) func land(
        _ outcome: Result<DataOutcome, any Error>, in run: AvatarRun, _ results: inout [AvatarResult]
    ) async throws(CancellationError) -> Bool {
        do {
            let outcome = try outcome.get()
            switch try await AvatarArrival(of: self, in: run).result(of: outcome) {
            case nil:
                askAgain(in: run)
                return false
            case .success(let answer):
                add(.loaded(answer.avatar), bytes: answer.bytes, outcome.metrics, to: &results)
            case .failure(let failure):
                if failure.isOfServer, isUsableOnError, let entry,
                    let (result, bytes) = await run.held(entry, isStale: true, because: failure)
                {
                    add(result, bytes: bytes, nil, to: &results)
                } else {
                    add(.failed(failure), bytes: nil, outcome.metrics, to: &results)
                }
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            // For another reason than those that servers and caches give.
            let failure = DataLoadError(.failed(code: 0, reason: String(describing: error)), url)
            add(.failed(.transfer(failure)), bytes: nil, nil, to: &results)
        }
        claim.release()
        return true
    }

    private func add(
        _ result: AvatarOutcome.Result, bytes: [UInt8]?, _ metrics: TransferMetrics?, to results: inout [AvatarResult]
    ) {
        guard !isDelivered else { return }
        results.append(AvatarResult(result, of: key, bytes: bytes, effort: AvatarEffort(.now - start, metrics)))
    }

    /// Asks without conditions, where the answer to them is of no use.
    private func askAgain(in run: AvatarRun) {
        AvatarFlight(
            key: key, held: held, request: run.request(for: request.address, under: HTTPFields()), isFile: isFile,
            claim: claim, start: start, isUsableOnError: isUsableOnError, isDelivered: isDelivered
        ).begin(in: run)
    }
}
