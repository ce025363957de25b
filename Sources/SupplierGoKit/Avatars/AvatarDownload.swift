/// Loads the avatar of one URL: claim, decide, look into the further tier, fetch, judge, keep.
struct AvatarDownload {
    /// The avatar's key in the cache, whose text is its URL.
    let key: CacheKey

    /// The avatar in the cache and the further tier.
    let tiers: AvatarTiers

    /// Its waiting list, or `nil` if no supplier waits for it.
    private let pending: PendingDownloads.Download?

    private let context: AvatarContext

    private var isLocal: Bool { key.isLocalAvatar }

    init(
        of key: CacheKey, _ pending: PendingDownloads.Download? = nil, entry: CacheEntry? = nil,
        failure: StoredFailure? = nil, in context: AvatarContext
    ) {
        self.key = key
        self.pending = pending
        self.context = context
        tiers = AvatarTiers(of: key, entry: entry, failure: failure, in: context)
    }

    /// Loads the avatar.
    ///
    /// - Parameter show: receives a stale avatar that may be shown before its server is asked.
    /// - Throws: `CancellationError`.
    func run(
        showing show: (AvatarOutcome.Result) -> Void
    ) async throws -> (AvatarOutcome.Result, TransferMetrics?) {
        guard let url = URL(string: key.text) else { return (.failed(.endpoint(.malformed(endpoint: key.text))), nil) }
        // Released before the outcome is delivered: no claim waits for a reader.
        let claim = try await claim()
        defer { claim?.release() }
        var decision = CachePolicy.Decision.fetch
        if !tiers.isUnknown || context.policy.isOffline, let result = try await settle(url, &decision, show) {
            return (result, nil)
        }
        return try await ask(url, after: decision)
    }

    /// Decides by what is known of the avatar.
    ///
    /// - Returns: the result, or `nil` if its server has to be asked.
    private func settle(
        _ url: URL, _ decision: inout CachePolicy.Decision, _ show: (AvatarOutcome.Result) -> Void
    ) async throws -> AvatarOutcome.Result? {
        decision = context.decision(for: key, tiers.entry, tiers.failure)
        if let result = await result(of: decision) {
            if context.fillsTier { try await tiers.fill() }
            return result
        }
        guard !context.policy.isOffline || isLocal else { return .failed(.offline(url)) }
        if case .use = decision { tiers.forgetEntry() }
        await showStale(decision, show)
        guard try await adopt() else { return nil }
        decision = context.decision(for: key, tiers.entry, tiers.failure)
        if let result = await result(of: decision) { return result }
        await showStale(decision, show)
        return nil
    }

    /// Downloads the avatar whatever is kept of it, which may be another one. If it cannot be had, the one that is kept goes.
    ///
    /// - Throws: `CancellationError`.
    func replace() async throws {
        guard let url = URL(string: key.text) else { return }
        let claim = try await claim()
        defer { claim?.release() }
        tiers.expectObject()
        if case .failed = try await ask(url, after: .fetch).0 { _ = try await tiers.drop(noting: nil, isForAll: true) }
    }

    /// Claims the URL, after another process that is downloading it, and then looks it up, unless it was found before and
    /// nobody else had the claim: another process may have stored it.
    ///
    /// - Returns: `nil` if the cache cannot be claimed, or the other process takes too long: downloading twice is better
    ///   than not at all.
    private func claim() async throws -> CacheClaim? {
        guard let cache = context.cache else { return nil }
        let (claim, hasWaited) = await cache.claim(key, waitingUpTo: context.claimTimeout)
        if claim == nil { try Task.checkCancellation() }
        if hasWaited || tiers.entry == nil { await tiers.lookAgain(hasWaited: hasWaited) }
        return claim
    }

    /// Asks the server, and falls back on a stale entry if that is allowed.
    private func ask(
        _ url: URL, after decision: CachePolicy.Decision
    ) async throws -> (AvatarOutcome.Result, TransferMetrics?) {
        var (conditions, staleUse) = (HTTPFields(), CachePolicy.StaleUse.never)
        if case .revalidate(let fields, let use) = decision { (conditions, staleUse) = (fields, use) }
        var metrics: TransferMetrics?
        do {
            var answer = try await fetch(url, under: conditions, &metrics)
            if answer.stored.status.code == 304, !conditions.isEmpty {
                if let avatar = try await revalidated(by: answer) { return (.loaded(avatar), metrics) }
                answer = try await fetch(url, under: HTTPFields(), &metrics)
            }
            if answer.stored.status.isGone { throw try await gone(answer.stored, url) }
            let kind = try judge(answer, from: url)
            try await tiers.keep(answer.body, of: kind, answer.stored, answer.head.fields)
            let avatar = AvatarOutcome.Loaded(
                source: isLocal ? .file : .network, status: isLocal ? nil : answer.stored.status,
                byteCount: answer.body.count, bytes: context.delivery == .bytes ? answer.body : nil,
                file: tiers.entry?.file, cacheError: tiers.cacheError)
            return (.loaded(avatar), metrics)
        } catch let failure as AvatarOutcome.Error {
            await note(failure, of: url)
            if failure.isOfServer, staleUse != .never, let stale = await avatar(.stale, because: failure) {
                return (.loaded(stale), metrics)
            }
            return (.failed(failure), metrics)
        }
    }
}

// MARK: - What is kept

extension AvatarDownload {
    /// The result, or `nil` if a server has to be asked.
    private func result(of decision: CachePolicy.Decision) async -> AvatarOutcome.Result? {
        await context.result(of: decision, for: key, isOfTier: tiers.isOfTier) { await avatar($0) }
    }

    /// Takes over the further tier's avatar, if that is newer.
    private func adopt() async throws -> Bool {
        try await tiers.adopt(
            wantsBytes: context.delivery == .bytes, priority: pending.map(context.pending.priority) ?? .normal,
            givesUp: !context.fillsTier)
    }

    /// Shows a stale avatar, if that is allowed before its server is asked.
    private func showStale(_ decision: CachePolicy.Decision, _ show: (AvatarOutcome.Result) -> Void) async {
        if case .revalidate(_, .meanwhile) = decision, let stale = await avatar(.stale) { show(.loaded(stale)) }
    }

    /// The avatar in the entry; `nil` if there is none, or it is gone.
    private func avatar(
        _ source: AvatarOutcome.Loaded.Source, status: HTTPStatus? = nil, because reason: AvatarOutcome.Error? = nil
    ) async -> AvatarOutcome.Loaded? {
        guard
            var avatar = await context.avatar(
                in: tiers.entry, source, image: tiers.bytes, status: status, because: reason)
        else { return nil }
        avatar.cacheError = tiers.cacheError
        return avatar
    }
}

// MARK: - What the server says

extension AvatarDownload {
    private struct Answer {
        let head: ResponseHead
        let body: [UInt8]
        let stored: StoredResponse
    }

    /// Asks the server.
    ///
    /// - Throws: ``AvatarOutcome/Error``, or `CancellationError` if the task was cancelled.
    private func fetch(
        _ url: URL, under conditions: HTTPFields, _ metrics: inout TransferMetrics?
    ) async throws -> Answer {
        var request = context.request(url)
        request.fields = conditions
        if let pending { request.priority = context.pending.start(request, for: pending) }
        let askedAt = Date.now
        let response: DataResponse
        do {
            response = try await context.dataLoader.data(for: request)
        } catch let error as DataLoadError {
            metrics = error.metrics
            throw AvatarOutcome.Error.transfer(error)
        }
        metrics = response.metrics
        let stored = StoredResponse(of: response, to: request, askedAt: askedAt)
        return Answer(head: response.head, body: response.body, stored: stored)
    }

    /// The entry, if the server says that it is unchanged; `nil` if the answer means something else or forbids keeping the
    /// image, or the image is gone.
    private func revalidated(by answer: Answer) async throws -> AvatarOutcome.Loaded? {
        guard let updated = tiers.entry?.response?.updated(by: answer.stored), !updated.forbidsStoring,
            try await tiers.renew(updated, answer.head.fields)
        else { return nil }
        return await avatar(.revalidated, status: answer.stored.status)
    }

    /// The kind of the image in an answer; throws an error if there is none.
    private func judge(_ answer: Answer, from url: URL) throws(AvatarOutcome.Error) -> ImageHeader.Kind {
        let status = answer.stored.status
        guard status.code != 304 else {
            let reason = "status 304 to a request without conditions"
            throw .transfer(DataLoadError(.malformedAnswer(reason: reason), url))
        }
        guard status.code != 206 else { throw .incomplete(url) }
        guard status.isSuccess else { throw .status(url, status) }
        guard !answer.body.isEmpty else { throw .empty(url) }
        let bytes = answer.body.span
        guard let kind = ImageHeader.kind(of: bytes) else {
            throw .notAnImage(url, contentType: answer.head.fields["Content-Type"])
        }
        guard !ImageHeader.isCutShort(bytes, as: kind) else { throw .incomplete(url) }
        return kind
    }

    /// Drops an avatar that is gone, and notes until when it counts as missing.
    private func gone(_ response: StoredResponse, _ url: URL) async throws -> AvatarOutcome.Error {
        let until = response.missingUntil
        let isPersonal = response.hasUserFields && response.isPersonal
        let failure = until.map { until in
            var failure = StoredFailure(
                url: url.absoluteString, status: response.status, reason: "status \(response.status)",
                failedAt: response.receivedAt, retryAt: until)
            failure.isPersonal = isPersonal
            return failure
        }
        guard try await tiers.drop(noting: failure, isForAll: !isPersonal), let failure, let until else {
            return .status(url, response.status)
        }
        return .missing(url, response.status, since: failure.failedAt, until: until)
    }

    /// Notes a failure in the cache, for a report; it keeps no one from asking again.
    private func note(_ failure: AvatarOutcome.Error, of url: URL) async {
        if case .missing = failure { return }
        if case .transfer(let error) = failure, case .suspended = error.reason { return }
        await tiers.note(
            StoredFailure(
                url: url.absoluteString, status: failure.status, reason: failure.summary, failedAt: .now,
                retryAt: nil))
    }
}
