internal import CCurl
import FoundationEssentials

extension CurlEngine {
    /// Sends a transfer's request over a connection of the engine's own, where that can carry it: a whole body that may come
    /// as it is, from a server itself.
    ///
    /// - Returns: whether it can.
    func exchange(_ transfer: CurlTransfer) -> Bool {
        guard transfer.mayBeExchanged, transfer.proxy == nil, let request = transfer.plainRequest else { return false }
        if transfer.origin.scheme == "https" {
            guard ProtocolNegotiation.isAvailable else { return false }
            if !unmultiplexed.contains(transfer.origin) { return multiplex(transfer, request) }
        }
        guard !transfer.wantsNewConnection, let connection = takeIdle(to: transfer.origin) else {
            return connect(for: transfer)
        }
        if transfer.mayConnect(to: connection.remoteAddress.flatMap { IPAddress($0) }) {
            send(request, begin(transfer, over: connection, isReused: true))
        } else {
            keep(connection)
            fail(transfer, with: .innerAddress)
        }
        return true
    }

    private func connect(for transfer: CurlTransfer) -> Bool {
        guard let connection = makeConnection(for: transfer) else { return false }
        _ = begin(transfer, over: connection, isReused: false)
        connection.connect(by: transfer.urlText)
        return true
    }

    /// A connection to a transfer's origin that is still to be made.
    func makeConnection(for transfer: CurlTransfer) -> CurlConnection? {
        guard let handle = makeHandle() else { return nil }
        if idle.count + admission.activeCount > configuration.concurrency, let oldest = idle.first { close(oldest) }
        return CurlConnection(to: transfer.origin, by: handle, isGuarded: transfer.isGuarded)
    }

    private func begin(
        _ transfer: CurlTransfer, over connection: CurlConnection, isReused: Bool
    ) -> CurlExchange {
        let exchange = CurlExchange(of: transfer, over: connection, hasReusedConnection: isReused)
        connection.exchange = exchange
        transfer.carrier = exchange
        return exchange
    }

    /// Goes on over a connection that libcurl has made, or has not.
    func begin(over connection: CurlConnection, made code: CURLcode) {
        let code = code == CURLE_OK && !connection.open() ? CURLE_COULDNT_CONNECT : code
        if let streams = connection.streams { return begin(streams, over: connection, made: code) }
        guard let exchange = connection.exchange else { return }
        begin(exchange, made: code)
    }

    private func begin(_ exchange: CurlExchange, made code: CURLcode) {
        let transfer = exchange.transfer
        transfer.refusedAddress = exchange.connection.refusedAddress
        if code == CURLE_OK, let request = transfer.plainRequest {
            send(request, exchange)
        } else {
            finish(transfer, with: code)
        }
    }

    /// Goes on in HTTP/1.1 over a connection whose server does not speak HTTP/2, with one of those that waited for it.
    func begin(_ transfer: CurlTransfer, inHTTP1Over connection: CurlConnection) {
        begin(begin(transfer, over: connection, isReused: false), made: CURLE_OK)
    }

    private func send(_ request: PlainRequest, _ exchange: CurlExchange) {
        let code = exchange.connection.send(request.text(userAgent: DataLoader.userAgent))
        if code != CURLE_OK { go(on: exchange.fail(with: code), exchange.transfer) }
    }

    /// Reads from a connection that has something to say.
    func goOn(over connection: CurlConnection) {
        if let streams = connection.streams { return goOn(with: streams, over: connection) }
        // Where nobody asked it for anything it has ended, or is of no more use.
        guard let exchange = connection.exchange else { return close(connection) }
        go(on: connection.goOn(with: exchange), exchange.transfer)
    }

    func go(on progress: AnswerProgress, _ transfer: CurlTransfer) {
        switch progress {
        case .waiting: return
        case .complete: finish(transfer, with: CURLE_OK)
        case .failed(let code): finish(transfer, with: code)
        case .lost:
            transfer.wantsNewConnection = true
            beginAgain(transfer)
        case .notPlain:
            transfer.mayBeExchanged = false
            beginAgain(transfer)
        }
    }

    /// Lets a transfer wait for its turn once more, which is no new try: nothing of an answer was used.
    func beginAgain(_ transfer: CurlTransfer) {
        release(transfer)
        transfer.beginAnswer()
        admission.enqueue(transfer.id, to: transfer.origin, priority: transfer.priority)
    }

    /// Keeps a connection for the next request.
    func keep(_ connection: CurlConnection) {
        connection.exchange = nil
        connection.idleSince = multi.now
        idle.append(connection)
    }

    /// Closes a connection, and forgets it.
    func close(_ connection: CurlConnection) {
        idle.removeAll { $0 === connection }
        endJoining(connection)
        connection.close()
    }

    /// Sees to it that libcurl, which is about to connect, does not find all its places taken
    /// (`CURLMOPT_MAX_HOST_CONNECTIONS`): closes a connection to the origin that waits for a request, where there is one.
    func makeRoom(at origin: Origin) {
        if !idle.isEmpty, let connection = takeIdle(to: origin) { return close(connection) }
        if let connection = joinable[origin], !hasRoom(at: origin, besides: 1) { drain(connection) }
    }

    /// Closes all connections that wait for a request.
    func closeIdle() {
        for connection in idle { close(connection) }
    }

    /// The connection that was used last, so that those too many grow old.
    private func takeIdle(to origin: Origin) -> CurlConnection? {
        while let index = idle.lastIndex(where: { $0.origin == origin }) {
            let connection = idle.remove(at: index)
            if !isTooOld(connection) { return connection }
            close(connection)
        }
        return nil
    }

    /// Whether a connection has waited for too long to be used again.
    func isTooOld(_ connection: CurlConnection) -> Bool { connection.idleSince + Self.longestIdleTime <= multi.now }

    /// How long a connection is kept, as libcurl does (`CURLOPT_MAXAGE_CONN`).
    private static let longestIdleTime = Duration.seconds(118)
}
