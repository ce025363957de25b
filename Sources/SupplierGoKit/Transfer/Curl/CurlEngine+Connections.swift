internal import CCurl
import FoundationEssentials

extension CurlEngine {
    /// Sends a transfer's request over a connection of the engine's own, where that can carry it: a whole body that may come
    /// as it is, from an `http` server itself.
    ///
    /// - Returns: whether it can.
    func exchange(_ transfer: CurlTransfer) -> Bool {
        guard transfer.mayBeExchanged, transfer.proxy == nil, let request = transfer.plainRequest else { return false }
        guard !transfer.wantsNewConnection, let connection = takeIdle(to: transfer.origin) else {
            return connect(for: transfer)
        }
        if transfer.mayConnect(to: connection.remoteAddress.flatMap { IPAddress($0) }) {
            send(request, begin(transfer, over: connection))
        } else {
            keep(connection)
            fail(transfer, with: DataLoadError.innerAddress(transfer.url))
        }
        return true
    }

    private func connect(for transfer: CurlTransfer) -> Bool {
        guard let handle = makeHandle() else { return false }
        if idle.count + admission.activeCount > configuration.concurrency { idle.removeFirst().close() }
        let connection = CurlConnection(to: transfer.origin, by: handle, isGuarded: transfer.isGuarded)
        _ = begin(transfer, over: connection)
        connection.connect(by: transfer.urlText)
        return true
    }

    private func begin(_ transfer: CurlTransfer, over connection: CurlConnection) -> CurlExchange {
        let exchange = CurlExchange(of: transfer, over: connection)
        connection.exchange = exchange
        transfer.carrier = exchange
        return exchange
    }

    /// Goes on over a connection that libcurl has made, or has not.
    func begin(over connection: CurlConnection, made code: CURLcode) {
        guard let exchange = connection.exchange else { return }
        let transfer = exchange.transfer
        transfer.refusedAddress = connection.refusedAddress
        if code == CURLE_OK, let request = transfer.plainRequest, connection.open() {
            send(request, exchange)
        } else {
            finish(transfer, with: code == CURLE_OK ? CURLE_COULDNT_CONNECT : code)
        }
    }

    private func send(_ request: PlainRequest, _ exchange: CurlExchange) {
        let code = exchange.connection.send(request.text(userAgent: DataLoader.userAgent))
        if code != CURLE_OK { go(on: exchange.fail(with: code), exchange.transfer) }
    }

    /// Reads from a connection that has something to say.
    func goOn(over connection: CurlConnection) {
        guard let exchange = connection.exchange else {
            // Nobody asked it for anything: it has ended, or is of no more use.
            idle.removeAll { $0 === connection }
            return connection.close()
        }
        go(on: connection.goOn(with: exchange), exchange.transfer)
    }

    private func go(on progress: CurlExchange.Progress, _ transfer: CurlTransfer) {
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
    private func beginAgain(_ transfer: CurlTransfer) {
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

    /// Closes a connection to an origin that waits for a request, where there is one: libcurl, which is about to connect,
    /// must not find all its places taken (`CURLMOPT_MAX_HOST_CONNECTIONS`).
    func makeRoom(at origin: Origin) {
        takeIdle(to: origin)?.close()
    }

    /// Closes all connections that wait for a request.
    func closeIdle() {
        for connection in idle { connection.close() }
        idle = []
    }

    /// The connection that was used last, so that those too many grow old.
    private func takeIdle(to origin: Origin) -> CurlConnection? {
        while let index = idle.lastIndex(where: { $0.origin == origin }) {
            let connection = idle.remove(at: index)
            if connection.idleSince + Self.longestIdleTime > multi.now { return connection }
            connection.close()
        }
        return nil
    }

    /// How long a connection is kept, as libcurl does (`CURLOPT_MAXAGE_CONN`).
    private static let longestIdleTime = Duration.seconds(118)
}
