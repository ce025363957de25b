/// Loads over HTTP with libcurl, and from files; in a build without the package's trait `Curl` from files only.
///
/// Connections are kept and shared by all requests of one loader, over HTTP/2 many at once; redirects are followed
/// (at most 10, never from `https` to `http`), content codings decoded. Copies share one loader. Its thread
/// starts with the first request, and ends with ``shutdown()`` or with the last copy.
public struct DataLoader: DataLoading {
    /// The kit's version, which requests carry in `User-Agent`.
    public static let version = "0.2.0-dev"

    static let userAgent = "SupplierGo/\(version)"

    private let engine: EngineOwner

    /// The most transfers at once, whatever its options say.
    var transferLimit: Int { engine.transferLimit }

    /// `true`: the loader checks the address of each connection.
    public var checksAddresses: Bool { true }

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - configuration: the options.
    ///   - observer: called with each transfer over the network that ends, on the loader's own thread, which it must
    ///     not block. Default `nil`.
    public init(
        configuration: Configuration = Configuration(), observer: (@Sendable (Report) -> Void)? = nil
    ) {
        engine = EngineOwner(configuration, observer)
    }

    /// Loads the whole body. Equal requests in progress share one transfer, with the priority of the most urgent one.
    ///
    /// - Throws: ``DataLoadError``, or `CancellationError` if the task was cancelled, which ends the transfer at once.
    public func data(for request: DataRequest) async throws -> DataResponse {
        guard request.origin != nil || !request.url.isFileURL else { return try await fileResponse(to: request) }
        return try await engine.running(for: request).load(request).response()
    }

    /// Starts loading, and returns with the header section.
    ///
    /// About 256 KiB of body wait for its reader, then the sender is held back; over HTTP/2 the rest goes to a file.
    ///
    /// - Throws: ``DataLoadError``, or `CancellationError` if the task was cancelled, which ends the transfer at once;
    ///   so do the chunks.
    public func stream(for request: DataRequest) async throws -> DataStream {
        guard !request.url.isFileURL else { return try await fileStream(for: request) }
        let running = try engine.running(for: request)
        let response = try await running.load(request, isStreaming: true)
        let lease = TransferLease(id: response.id, engine: running, owner: engine)
        return DataStream(head: response.head, chunks: ByteChunks { try await running.chunk(of: lease.id) })
    }

    /// The sums over the transfers over the network until now; nothing before the first, or after ``shutdown()``.
    public func totals() async -> Totals {
        await engine.current?.totals ?? Totals()
    }

    /// Ends all transfers and the loader's thread, and returns when they are gone; later requests throw
    /// ``DataLoadError/Reason/loaderIsShutDown``.
    public func shutdown() async {
        await engine.shutdown()
    }
}

extension DataLoader {
    /// Starts the engine with the first request, and ends its thread with the last copy of the loader.
    private final class EngineOwner: Sendable {
        private enum State {
            case new, running(CurlEngine), shutDown
        }

        private let configuration: DataLoader.Configuration
        private let observer: (@Sendable (DataLoader.Report) -> Void)?
        private let state = Lock(State.new)
        private let knownTransferLimit = Lock(Int?.none)

        init(_ configuration: DataLoader.Configuration, _ observer: (@Sendable (DataLoader.Report) -> Void)?) {
            self.configuration = configuration
            self.observer = observer
        }

        #if Curl
        deinit {
            current?.executor.stopSoon()
        }
        #endif

        /// The engine, if a request has started it.
        var current: CurlEngine? {
            if case .running(let engine) = state.withLock({ $0 }) { engine } else { nil }
        }

        /// The most transfers at once, which is found when it is first asked for.
        var transferLimit: Int {
            knownTransferLimit.withLock { known in
                let limit = known ?? configuration.findTransferLimit()
                known = limit
                return limit
            }
        }

        func running(for request: DataRequest) throws(DataLoadError) -> CurlEngine {
            try state.withLock { (state) throws(DataLoadError) in
                switch state {
                case .running(let engine): return engine
                case .shutDown: throw DataLoadError(.loaderIsShutDown, request.url)
                case .new:
                    let engine = try makeEngine(for: request)
                    state = .running(engine)
                    return engine
                }
            }
        }

        private func makeEngine(for request: DataRequest) throws(DataLoadError) -> CurlEngine {
            #if Curl
            do throws(CurlTemplate.SetupError) {
                var configuration = configuration
                configuration.concurrency = min(configuration.concurrency, transferLimit)
                let engine = try CurlEngine(configuration, observer: observer)
                engine.start()
                return engine
            } catch {
                throw DataLoadError(error.reason, request.url)
            }
            #else
            // CURLE_NOT_BUILT_IN
            throw DataLoadError(.failed(code: 4, reason: "built without libcurl"), request.url)
            #endif
        }

        func shutdown() async {
            let last = state.withLock { state in
                defer { state = .shutDown }
                return state
            }
            if case .running(let engine) = last { await engine.shutdown() }
        }
    }
}

extension DataLoader {
    /// Ends a streaming transfer when its reader is gone.
    private final class TransferLease: Sendable {
        let id: Int
        private let owner: EngineOwner
        private let engine: CurlEngine

        init(id: Int, engine: CurlEngine, owner: EngineOwner) {
            self.id = id
            self.engine = engine
            self.owner = owner
        }

        deinit {
            // The owner's end would be the engine's.
            engine.onThread { [id, owner] engine in withExtendedLifetime(owner) { engine.drop(id) } }
        }
    }
}

extension DataLoader {
    /// Reads a whole file. Not inlined: what it uses would be memory of each task that waits for a transfer.
    @inline(never)
    private func fileResponse(to request: DataRequest) async throws -> DataResponse {
        try await fileStream(for: request).response()
    }

    /// Opens a file as a response: status 200, no header fields.
    ///
    /// libcurl reads files too, but whole, and on the thread that all transfers need.
    func fileStream(for request: DataRequest) async throws -> DataStream {
        let url = request.url
        guard request.method == .get else { throw DataLoadError(.unsupportedScheme, url) }
        let chunks = try await Self.reading(url) { try await FileChunks.open(path: url.path(percentEncoded: false)) }
        return DataStream(head: DataResponse.Head(url: url, status: HTTPStatus(200)), for: request) {
            try await Self.reading(url) { try await chunks.pull() }
        }
    }

    /// Returns the result of reading a file, with errors as the loader throws them.
    private static func reading<Value>(_ url: URL, _ read: () async throws -> Value) async throws -> Value {
        do {
            return try await read()
        } catch let error as FileError {
            throw DataLoadError(error, url)
        }
    }
}

#if !Curl
/// In place of the engine in a build without libcurl: there is none.
private actor CurlEngine {
    func load(_ request: DataRequest, isStreaming: Bool = false) throws -> ReceivedResponse {
        throw CancellationError()
    }
    func chunk(of id: Int) throws -> [UInt8]? { nil }
    var totals: DataLoader.Totals { DataLoader.Totals() }
    nonisolated func onThread(_ call: @escaping @Sendable (isolated CurlEngine) -> Void) {}
    func drop(_ id: Int) {}
    func shutdown() {}
}
#endif
