public import SupplierGoKit

/// A loader that answers from a script instead of a network, and records its requests.
///
/// ```swift
/// let dataLoader = ScriptedDataLoader(suppliers: SampleData.suppliers(3))
/// let loader = SupplierLoader(
///     location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: MemoryCache())
/// ```
public final class ScriptedDataLoader: DataLoading {
    /// The requests that the loader got.
    public struct Log: Sendable {
        /// The requests in the order they came.
        public internal(set) var requests: [DataRequest] = []

        /// The number of transfers in flight, and the largest number at any time. A stream that is dropped is over.
        public internal(set) var inFlight = 0, peakInFlight = 0

        /// The number of bodies that were read to their end.
        public internal(set) var completedCount = 0
    }

    /// It connects to no server.
    public var checksAddresses: Bool { true }

    private let replies: [URL: Reply]
    private let fallback: Reply
    private let record = Watched(Log())

    /// Creates a loader from a script.
    ///
    /// - Parameters:
    ///   - replies: the reply of each URL.
    ///   - fallback: the reply of every other URL. Default: status 404.
    public init(_ replies: [URL: Reply], otherwise fallback: Reply = .status(404)) {
        // By the URLs that requests have.
        self.replies = Dictionary(replies.map { (DataRequest(url: $0.key).url, $0.value) }) { first, _ in first }
        self.fallback = fallback
    }

    /// Creates a loader that serves a catalog and the avatars of its suppliers.
    ///
    /// - Parameters:
    ///   - suppliers: the records of the catalog.
    ///   - catalog: the catalog's URL. Default ``SampleData/catalogURL``.
    ///   - avatars: the replies of suppliers' avatar endpoints; every other endpoint has a small PNG image of its own.
    ///   - details: the replies of suppliers' details, which are at `details/ID` beside the catalog.
    ///   - fallback: the reply of every other URL. Default: status 404.
    public convenience init(
        suppliers: [Supplier], at catalog: URL = SampleData.catalogURL, avatars: [Supplier.ID: Reply] = [:],
        details: [Supplier.ID: Reply] = [:], otherwise fallback: Reply = .status(404)
    ) {
        var replies = [catalog: Reply.ok(SampleData.catalog(suppliers), contentType: "application/json")]
        for (number, supplier) in suppliers.enumerated() {
            guard let url = try? supplier.avatar?.resolved(against: .remote(catalog)) else { continue }
            replies[url] = avatars[supplier.id] ?? .ok(SampleData.png(number), contentType: "image/png")
        }
        for (id, reply) in details {
            guard let url = URL(string: "details/\(id.rawValue.percentEncoded())", relativeTo: catalog) else {
                continue
            }
            replies[url.absoluteURL] = reply
        }
        self.init(replies, otherwise: fallback)
    }

    /// The requests that the loader got.
    public var log: Log { record.value }

    /// Returns when the log meets a condition.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    public func until(_ isMet: @escaping @Sendable (Log) -> Bool) async throws {
        try await record.until(isMet)
    }

    /// Returns the reply's head after the steps that stand before ``Reply/Step/head``.
    public func stream(for request: DataRequest) async throws -> DataStream {
        try Task.checkCancellation()
        let reply = replies[request.url] ?? fallback
        record.update { log in
            log.requests.append(request)
            log.inFlight += 1
            log.peakInFlight = max(log.peakInFlight, log.inFlight)
        }
        let transfer = Transfer(request: request, steps: reply.steps, record: record)
        while let step = transfer.nextStep(), !step.isHead { _ = try await transfer.perform(step) }
        let head = DataResponse.Head(url: reply.url ?? request.url, status: reply.status, fields: reply.fields)
        if let limit = request.byteLimit, let length = head.fields["Content-Length"].flatMap({ Int($0) }),
            length > limit
        {
            throw DataLoadError(.bodyTooLarge(limit: limit), request.url)
        }
        return DataStream(head: head, chunks: ByteChunks { try await transfer.nextChunk() })
    }
}

/// A transfer in flight, which is over when its stream is dropped.
private final class Transfer: Sendable {
    private struct Progress {
        var steps: ArraySlice<ScriptedDataLoader.Reply.Step>
        var byteCount = 0
    }

    private let request: DataRequest
    private let record: Watched<ScriptedDataLoader.Log>
    private let progress: Lock<Progress>

    init(request: DataRequest, steps: [ScriptedDataLoader.Reply.Step], record: Watched<ScriptedDataLoader.Log>) {
        self.request = request
        self.record = record
        progress = Lock(Progress(steps: steps[...]))
    }

    deinit {
        record.update { $0.inFlight -= 1 }
    }

    func nextStep() -> ScriptedDataLoader.Reply.Step? {
        progress.withLock { progress in
            guard let step = progress.steps.popFirst() else { return nil }
            if progress.steps.isEmpty { record.update { $0.completedCount += 1 } }
            return step
        }
    }

    func nextChunk() async throws -> [UInt8]? {
        try Task.checkCancellation()
        while let step = nextStep() {
            guard let chunk = try await perform(step) else { continue }
            let byteCount = progress.withLock { progress in
                progress.byteCount += chunk.count
                return progress.byteCount
            }
            if let limit = request.byteLimit, byteCount > limit {
                throw DataLoadError(.bodyTooLarge(limit: limit), request.url)
            }
            return chunk
        }
        return nil
    }

    /// Performs a step; returns the chunk of a chunk step.
    func perform(_ step: ScriptedDataLoader.Reply.Step) async throws -> [UInt8]? {
        switch step {
        case .head: break
        case .chunk(let bytes): return bytes.isEmpty ? nil : bytes
        case .waitFor(let gate): try await gate.opened()
        case .open(let gate): gate.open()
        case .fail(let error): throw error
        }
        return nil
    }
}
