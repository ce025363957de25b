public import FoundationEssentials

/// An HTTP/1.1 server on 127.0.0.1 that answers byte for byte what a script says, and records what it was asked.
///
/// Each connection has a thread of its own, so that an answer may wait as long as it likes.
///
/// ```swift
/// let server = try LoopbackServer { request in
///     request.target == "/catalog.json" ? .ok("[]", contentType: "application/json") : .status(404)
/// }
/// defer { server.stop() }
/// ```
public final class LoopbackServer: Sendable {
    /// The server's counts.
    public struct Log: Sendable {
        /// The requests in the order they arrived, their bodies included.
        public internal(set) var requests: [RecordedRequest] = []

        /// The requests whose client hung up before the answer's last step was done.
        public internal(set) var abandonedRequests: [RecordedRequest] = []

        /// How many connections were accepted, how many of them are open, and how many were open at once at most.
        public internal(set) var connectionCount = 0, openConnectionCount = 0, peakConnectionCount = 0

        /// How many bytes were sent, or are being sent.
        public internal(set) var sentByteCount = 0
    }

    private let core: ServerCore

    /// Starts a server on a port that the system picks.
    ///
    /// - Parameter route: gives each request its answer; it is called on the connection's thread.
    /// - Throws: ``SystemError``.
    public init(route: @escaping @Sendable (RecordedRequest) -> Answer) throws {
        try Network.require()
        core = try ServerCore(route: route)
        try core.start()
    }

    deinit {
        core.stop()
    }

    /// The port.
    public var port: UInt16 { core.port }

    /// The URL of a target on this server, such as `/catalog.json?page=1`.
    public func url(_ target: String) -> URL { URL(loopbackPort: port, target: target) }

    /// What the server saw until now.
    public var log: Log { core.log.value }

    /// The requests until now, in the order they arrived.
    public var requests: [RecordedRequest] { log.requests }

    /// Returns when `count` requests have arrived.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    public func requestCount(reaches count: Int) async throws {
        try await until { $0.requests.count >= count }
    }

    /// Returns when the log is as wanted; it is asked after each change, so the answer should take no searching.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    public func until(_ isMet: @escaping @Sendable (Log) -> Bool) async throws {
        try await core.log.until(isMet)
    }

    /// Ends the listener and every connection, whatever they are doing, and returns when their threads are gone.
    ///
    /// Connecting is refused from then on. A server that is dropped stops by itself.
    public func stop() {
        core.stop()
    }
}
