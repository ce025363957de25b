#if Curl
/// An origin as an engine knows it: the transfers to it, how many may run at once, and how it responded last. Used on
/// the engine's thread only.
final class Host {
    /// A wait that it has asked for.
    struct Pause {
        /// The status with which it asked.
        let status: HTTPStatus
        let end: Duration

        /// It is not longer than an origin may ask for.
        let isGranted: Bool
        let notedAt = Date.now
    }

    let origin: Origin

    /// The URL of the proxy for its requests, or `nil` for none.
    let proxy: String?

    /// The transfers to it, whatever they do.
    var transferCount = 0

    /// The transfers that wait for a slot, by priority. One whose ``Transfer/slot`` says otherwise was moved or
    /// withdrawn, and is passed over.
    @safe @exclusivity(unchecked) var queues = InlineArray<3, Queue<Transfer>>(repeating: Queue())

    /// The transfers that have a slot.
    var activeCount = 0

    /// The most slots unless it multiplexes.
    private var limit: Int

    /// The ``limit`` once it is known not to multiplex, or `nil` for one that adapts.
    private let fixedLimit: Int?

    /// The most slots if it multiplexes: `.max` until it shows a limit (``Transfer/mayOpenConnection``,
    /// `CurlEngine.learn`), `nil` if it does not multiplex, as far as is known.
    var streamLimit: Int?

    /// Successes since ``limit`` last grew.
    private var successCount = 0

    /// A try has failed: the limit grows no more.
    private var hasFailed = false

    /// The transfers that had started before ``limit`` was last halved: their failures have the same cause.
    private var startedBeforeFailureCount = 0

    private var pause: Pause?

    /// Consecutive requests that got no response, and the end of the last one.
    private var silences: (count: Int, last: Duration)?

    /// The limits of an origin that adapts.
    static let adaptiveLimits = 16...64

    /// The streams that any server over HTTP/2 should admit at once (RFC 9113, section 6.5.2).
    static let leastStreamLimit = 100

    /// 16 connections, then 8 after the limit is halved: no response to any of them means a dead host.
    private static let silenceLimit = 24

    /// Creates an origin of which nothing is known.
    ///
    /// - Parameters:
    ///   - limit: the most transfers at once if it does not multiplex, or `nil` for a limit that adapts. Over TLS few
    ///     start before the protocol is known, however many may: they would share one connection.
    ///   - proxy: the URL of the proxy for its requests.
    init(_ origin: Origin, limit: Int?, proxy: String? = nil) {
        self.origin = origin
        self.proxy = proxy
        fixedLimit = limit
        let least = Self.adaptiveLimits.lowerBound
        self.limit = limit.map { origin.isEncrypted ? min($0, least) : $0 } ?? least
    }

    var isMultiplexing: Bool { streamLimit != nil }
    var mayStart: Bool { activeCount < streamLimit ?? limit }
    private var hasWaiting: Bool { !(queues[0].isEmpty && queues[1].isEmpty && queues[2].isEmpty) }

    /// Notes the protocol of a response.
    func noteProtocol(isMultiplexing: Bool) {
        if isMultiplexing {
            streamLimit = streamLimit ?? .max
        } else if let fixedLimit {
            limit = fixedLimit
        }
    }

    /// Adapts the limit to the end of a try that still has its slot: it doubles while transfers wait, until one fails,
    /// and halves after a failure.
    ///
    /// - Parameter isSuccess: `false` for an error or a status that may be another one later, such as 429.
    func adapt(isSuccess: Bool) {
        guard fixedLimit == nil else { return }
        startedBeforeFailureCount -= 1
        guard isSuccess else {
            hasFailed = true
            guard startedBeforeFailureCount < 0 else { return }
            startedBeforeFailureCount = activeCount - 1
            limit = max(1, limit / 2)
            return
        }
        guard !hasFailed, hasWaiting else { return }
        successCount += 1
        guard successCount >= limit else { return }
        successCount = 0
        limit = min(2 * limit, Self.adaptiveLimits.upperBound)
    }
}

// MARK: - Its responses

extension Host {
    /// Starts no request for as long as it asks, unless it has asked for longer.
    func beginPause(of wait: Duration, isGranted: Bool, _ status: HTTPStatus) {
        let end = Duration.clock + wait
        if let pause, pause.end >= end { return }
        pause = Pause(status: status, end: end, isGranted: isGranted)
    }

    /// It has asked for a wait that is not over.
    var hasPause: Bool { pause.map { $0.end > .clock } == true }

    /// The wait that a request has to respect.
    func pause(for request: DataRequest) -> Pause? {
        guard let pause else { return nil }
        guard pause.end > .clock else {
            self.pause = nil
            return nil
        }
        return pause.notedAt >= request.ignoresWaitsBefore ? pause : nil
    }

    /// Notes that a request got a response, or none at all.
    ///
    /// - Parameter time: the time for which a silence counts: the host may be well again, and only a request can tell.
    func note(isSilent: Bool, within time: Duration) {
        silences = isSilent ? (silenceCount(within: time) + 1, .clock) : nil
    }

    /// It only accepts connections.
    func isSilent(within time: Duration) -> Bool { silenceCount(within: time) >= Self.silenceLimit }

    /// The number of consecutive requests that got no response.
    func silenceCount(within time: Duration) -> Int {
        guard let (count, last) = silences, .clock - last < time else { return 0 }
        return count
    }
}

/// The origins that an engine has transfers to, or remembers something of.
struct Hosts {
    private var hosts: [Origin: Host] = [:]

    /// The host of the last transfer, which is that of most.
    private var last: Host?
    private let configuration: DataLoader.Configuration

    /// The time for which a silence counts.
    let silenceTime: Duration
    private let proxies: ProxyRules

    init(_ configuration: DataLoader.Configuration) {
        self.configuration = configuration
        silenceTime = configuration.idleTimeout * 2
        proxies = ProxyRules(proxy: configuration.proxy, environment: ProcessInfo.processInfo.environment)
    }

    /// The host of a new transfer, until ``leave(_:)``.
    mutating func enter(_ origin: Origin) -> Host {
        let known = last?.origin == origin ? last : hosts[origin]
        let host = known ?? Host(origin, limit: configuration.connectionsPerHost, proxy: proxies.proxy(for: origin))
        if known == nil { hosts[origin] = host }
        last = host
        host.transferCount += 1
        return host
    }

    /// Forgets a host if it has no transfers left, and nothing has to be remembered of it.
    mutating func leave(_ host: Host) {
        host.transferCount -= 1
        guard host.transferCount == 0 else { return }
        (hosts[host.origin], last) = (nil, nil)
        guard isRemembered(host) else { return }
        hosts = hosts.filter { $0.value.transferCount > 0 || isRemembered($0.value) }
        hosts[host.origin] = host
    }

    private func isRemembered(_ host: Host) -> Bool { host.hasPause || host.silenceCount(within: silenceTime) > 0 }
}
#endif
