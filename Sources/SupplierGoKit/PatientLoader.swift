/// A loader that asks no host before the end of the wait that the host asked for in an earlier run.
///
/// The time is kept in the cache as a ``StoredResponse/Failure`` under the host's origin: the end of the wait that it
/// asked for (``HTTPStatus/mayAskToWait``), at most a day later. A host that cannot be reached is asked in every run,
/// but not for an avatar for which it was silent (``DataRequest/silentUntil``). Within a run the data loader itself
/// sends no other request (``Host/pause(for:)``). It stands at the kit's root, as ``CheckedLoader`` does: the room of
/// transfers knows no cache.
struct PatientLoader: DataLoading {
    /// Sends the requests.
    let loader: any DataLoading

    /// Keeps the waits.
    let cache: any DataCaching

    private struct Memory {
        /// The waits of the origins that were looked up, 1,024 at most; `nil` for one that has none.
        var waits: [Origin: StoredResponse.Failure?] = [:]

        /// One of them has a wait, or had one.
        var hasWait = false
    }

    private let memory = Lock(Memory())

    func data(for request: DataRequest) async throws -> DataResponse {
        do {
            if !mayBeSent(request) { try await admit(request) }
            let response = try await loader.data(for: request)
            if mayTellOfWait(response.head.status) { await storeWait(askedBy: response) }
            return response
        } catch {
            await storeWait(askedBy: error)
            throw error
        }
    }

    func stream(for request: DataRequest) async throws -> DataStream {
        do {
            if !mayBeSent(request) { try await admit(request) }
            let stream = try await loader.stream(for: request)
            if mayTellOfWait(stream.head.status) { await storeWait(askedBy: stream.head) }
            return stream
        } catch {
            await storeWait(askedBy: error)
            throw error
        }
    }

    /// Its origin is known to have no wait, as almost all have none.
    private func mayBeSent(_ request: DataRequest) -> Bool {
        guard request.silentUntil == nil else { return false }
        return request.origin.map { origin in memory.withLock { $0.waits[origin] == .some(nil) } } ?? true
    }

    /// Refuses the request if its origin, or the avatar's server, is to be left alone.
    ///
    /// Not inlined: what it uses would be memory of each task that waits.
    ///
    /// - Throws: ``DataLoadError`` with ``DataLoadError/Reason/suspended(until:after:)``.
    @inline(never)
    private func admit(_ request: DataRequest) async throws(DataLoadError) {
        if let end = request.silentUntil { throw DataLoadError(.suspended(until: end, after: nil), request.url) }
        guard let origin = request.origin else { return }
        var known = memory.withLock { $0.waits[origin] }
        if known == nil {
            known = await cache.readableFailures(for: [CacheKey(waitOf: origin.description)])[0]
            remember(known ?? nil, of: origin)
        }
        guard let wait = known ?? nil, let status = wait.status, let end = wait.waitEnd(at: .now),
            wait.failedAt >= request.ignoresWaitsBefore
        else { return }
        throw DataLoadError(.suspended(until: end, after: status), request.url)
    }

    private func remember(_ wait: StoredResponse.Failure?, of origin: Origin) {
        memory.withLock { memory in
            if memory.waits.count >= 1024 { memory = Memory() }
            memory.waits[origin] = .some(wait)
            memory.hasWait = memory.hasWait || wait != nil
        }
    }
}

// MARK: - Storing waits

extension PatientLoader {
    /// Stores a wait that an error tells of.
    @inline(never)
    private func storeWait(askedBy error: any Error) async {
        // One that was not sent has no metrics.
        guard let error = error as? DataLoadError, case .askedToWait(let status, let wait, _) = error.reason,
            status.mayAskToWait, error.metrics != nil, let origin = Origin(error.url)
        else { return }
        _ = await storeWait(after: status, wait / .seconds(1), of: origin)
    }

    /// Almost no response has to do with a wait.
    private func mayTellOfWait(_ status: HTTPStatus) -> Bool {
        status.mayAskToWait || memory.withLock { $0.hasWait }
    }

    @inline(never)
    private func storeWait(askedBy response: DataResponse) async {
        await storeWait(askedBy: response.head, response.metrics)
    }

    /// Stores a wait that a response asks for. Any other response ends the wait that the host asked for before.
    @inline(never)
    private func storeWait(askedBy head: DataResponse.Head, _ metrics: DataLoader.Metrics? = nil) async {
        let wait = head.status.mayAskToWait ? head.fields.retryAfter() ?? .zero : .zero
        guard let origin = Origin(head.url) else { return }
        // A response to a request that was sent before the wait does not end that.
        let sentAt = Date.now.addingTimeInterval(-((metrics?.duration ?? .zero) / .seconds(1)))
        let known = memory.withLock { $0.waits[origin] ?? nil }
        guard wait > .zero || known?.waitEnd(at: .now) != nil && known?.failedAt ?? sentAt <= sentAt else { return }
        remember(await storeWait(after: head.status, wait / .seconds(1), of: origin), of: origin)
    }

    private func storeWait(
        after status: HTTPStatus, _ wait: TimeInterval, of origin: Origin
    ) async -> StoredResponse.Failure {
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

extension SupplierLoader {
    /// The data loader that respects the waits of hosts, if there is a cache to keep them in.
    var patientLoader: any DataLoading {
        guard let cache else { return dataLoader }
        return PatientLoader(loader: dataLoader, cache: cache)
    }
}
