/// A loader that asks no host before the time that the host implied in an earlier run.
///
/// The time is kept in the cache as a ``StoredResponse/Failure`` under the host's origin: the end of the wait that it
/// asked for (`Retry-After` with status 429 or 503), at most a day later. A host that cannot be reached is asked in
/// every run, but not for an avatar for which it was silent (``DataRequest/silentUntil``). Within a run the data loader
/// itself sees to it that no other request is sent (``Host/pause(for:)``), unless it was told to accept such responses.
struct PatientLoader: DataLoading {
    /// Sends the requests.
    let loader: any DataLoading

    /// Keeps the waits.
    let cache: any DataCaching

    /// Waits that were noted before do not count.
    let waitsSince: Date

    private struct Memory {
        /// The origins that were looked up, 1,024 at most.
        var origins: Set<Origin> = []

        /// The waits of those that have one.
        var waits: [Origin: StoredResponse.Failure] = [:]
    }

    private let memory = Lock(Memory())

    func data(for request: DataRequest) async throws -> DataResponse {
        try await load(request, \.head) { try await loader.data(for: $0) }
    }

    func stream(for request: DataRequest) async throws -> DataStream {
        try await load(request, \.head) { try await loader.stream(for: $0) }
    }

    private func load<Response>(
        _ request: DataRequest, _ head: (Response) -> DataResponse.Head,
        _ load: (DataRequest) async throws -> Response
    ) async throws -> Response {
        let request = try await admitted(request)
        do {
            let response = try await load(request)
            if mayTellOfWait(head(response)) { await note(head(response)) }
            return response
        } catch {
            await note(error)
            throw error
        }
    }

    func prioritize(_ request: DataRequest) async {
        await loader.prioritize(request)
    }

    /// The request as it is sent.
    ///
    /// - Throws: ``DataLoadError`` with ``DataLoadError/Reason/suspended(until:after:)``.
    private func admitted(_ request: DataRequest) async throws -> DataRequest {
        var request = request
        request.ignoresWaitsBefore = waitsSince
        if let end = request.silentUntil { throw DataLoadError(.suspended(until: end, after: nil), request.url) }
        guard let origin = Origin(request.url) else { return request }
        if !memory.withLock({ $0.origins.contains(origin) }) {
            remember(await cache.readableFailures(for: [CacheKey(waitOf: origin.description)])[0], of: origin)
        }
        if let wait = memory.withLock({ $0.waits[origin] }) { try check(wait, for: request) }
        return request
    }

    /// Not inlined: what an error takes would be memory of each task that waits.
    @inline(never)
    private func check(_ wait: StoredResponse.Failure, for request: DataRequest) throws(DataLoadError) {
        guard let status = wait.status, let end = wait.waitEnd(at: .now), wait.failedAt >= waitsSince else { return }
        throw DataLoadError(.suspended(until: end, after: status), request.url)
    }

    private func remember(_ wait: StoredResponse.Failure?, of origin: Origin) {
        memory.withLock { memory in
            if memory.origins.count >= 1024 { memory = Memory() }
            memory.origins.insert(origin)
            memory.waits[origin] = wait
        }
    }
}

// MARK: - Noting

extension PatientLoader {
    /// Notes a wait that an error tells of.
    private func note(_ error: any Error) async {
        // One that was not sent has no metrics.
        guard let error = error as? DataLoadError, case .askedToWait(let status, let wait, _) = error.reason,
            status.mayAskToWait, error.metrics != nil
        else { return }
        _ = await note(status, wait: wait / .seconds(1), at: error.url)
    }

    /// Almost no response has to do with a wait.
    private func mayTellOfWait(_ head: DataResponse.Head) -> Bool {
        head.status.mayAskToWait || memory.withLock { !$0.waits.isEmpty }
    }

    /// Notes a wait that a response asks for. Any other response ends the wait that the host asked for before.
    private func note(_ head: DataResponse.Head) async {
        let wait = head.status.mayAskToWait ? head.fields.retryAfter() ?? .zero : .zero
        guard let origin = Origin(head.url),
            wait > .zero || memory.withLock({ $0.waits[origin] })?.waitEnd(at: .now) != nil
        else { return }
        remember(await note(head.status, wait: wait / .seconds(1), at: head.url), of: origin)
    }

    private func note(_ status: HTTPStatus, wait: TimeInterval, at url: URL) async -> StoredResponse.Failure? {
        guard let origin = Origin(url) else { return nil }
        let now = Date.now
        let failure = StoredResponse.Failure(
            url: origin.description, status: status, reason: "status \(status)", failedAt: now,
            retryAt: now.addingTimeInterval(min(wait, StoredResponse.Failure.longestWait)))
        do {
            try await cache.storeFailure(failure, for: CacheKey(waitOf: origin.description))
        } catch {
            // Other runs will ask the host again.
        }
        return failure
    }
}

extension HTTPStatus {
    /// `Retry-After` in a response with this status is a wait for the whole host (RFC 6585, section 4; RFC 9110,
    /// section 15.6.4).
    fileprivate var mayAskToWait: Bool { code == 429 || code == 503 }
}

extension SupplierLoader {
    /// The data loader that respects the waits of hosts, if there is a cache to keep them in.
    var patientLoader: any DataLoading {
        guard let cache else { return dataLoader }
        return PatientLoader(loader: dataLoader, cache: cache, waitsSince: configuration.waitsSince)
    }
}
