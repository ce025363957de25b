/// Somebody else's loader behind one door: its errors become ``DataLoadError``, and it is held to a request's reach and
/// byte limit. Nothing behind the door checks them again. It runs on the threads for calls that wait: it may block
/// them.
struct CheckedLoader: DataLoading {
    private let loader: any DataLoading

    /// Returns the loader behind the door; our own needs none.
    static func make(_ loader: any DataLoading) -> any DataLoading {
        loader is DataLoader ? loader : CheckedLoader(loader: loader)
    }

    func data(for request: DataRequest) async throws -> DataResponse {
        try checkReach(of: request)
        let response = try await Self.converted(request.url) { try await loader.data(for: request) }
        try check(response.head, for: request)
        try request.checkLimit(of: response.body.count)
        return response
    }

    func stream(for request: DataRequest) async throws -> DataStream {
        try checkReach(of: request)
        let stream = try await Self.converted(request.url) { try await loader.stream(for: request) }
        try check(stream.head, for: request)
        return DataStream(head: stream.head, for: request) {
            try await Self.converted(request.url) { try await stream.chunks.pull() }
        }
    }

    private func checkReach(of request: DataRequest) throws(DataLoadError) {
        if request.origin == nil {
            let error = DataLoadError.withoutOrigin(request.url)
            // Another scheme is the loader's own.
            if error.reason == .malformedURL { throw error }
        }
        if request.reach == .publicOnly, request.url.hasPrivateHost {
            throw DataLoadError(.privateAddress, request.url)
        }
    }

    private func check(_ head: DataResponse.Head, for request: DataRequest) throws(DataLoadError) {
        guard request.isGuarded(at: head.url) else { return }
        let isPublic = HostPolicy.isPublic(numericAddress: head.remoteAddress)
        guard isPublic ?? true, !head.url.hasPrivateHost else {
            throw DataLoadError(.privateAddress, request.url)
        }
        guard isPublic != nil || loader.checksAddresses else {
            let reason = "the loader neither says which address answered nor has 'checksAddresses'"
            throw DataLoadError(.failed(code: 0, reason: reason), request.url)
        }
    }

    /// Returns the result of a call to the loader.
    ///
    /// - Throws: ``DataLoadError``, or `CancellationError` if the task was cancelled.
    private static func converted<Value: Sendable>(
        _ url: URL, _ call: @concurrent @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            return try await withTaskExecutorPreference(BlockingThreads.waiting) { try await call() }
        } catch {
            if !(error is DataLoadError) { try Task.checkCancellation() }
            throw DataLoadError(foreign: error, url)
        }
    }
}

extension DataRequest {
    /// A response from this URL must have come from a public address. The address that a redirect led from is not
    /// known: unless the request's own URL spells out another, it counts as public.
    fileprivate func isGuarded(at url: URL) -> Bool {
        switch reach {
        case .anywhere: false
        case .stayingPublic: Origin(url)?.host != origin?.host && !self.url.hasPrivateHost
        case .publicOnly: true
        }
    }
}
