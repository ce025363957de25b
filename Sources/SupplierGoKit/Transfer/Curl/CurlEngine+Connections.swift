internal import CCurl
import FoundationEssentials

extension CurlEngine {
    /// Sends a transfer's request over a connection of the engine's own, where that can carry it: a whole body that may come
    /// as it is, from an `http` server itself.
    ///
    /// - Returns: whether it can.
    func exchange(_ transfer: CurlTransfer) -> Bool {
        guard transfer.mayBeExchanged, let request = transfer.requestText else { return false }
        if !transfer.wantsNewConnection, let connection = takeIdle(to: transfer.origin) {
            guard transfer.mayConnect(to: connection.remoteAddress.flatMap { IPAddress($0) }) else {
                keep(connection)
                fail(transfer, with: DataLoadError.innerAddress(transfer.url))
                return true
            }
            begin(transfer, over: connection)
            send(request, over: connection)
            return true
        }
        return connect(for: transfer)
    }

    private func connect(for transfer: CurlTransfer) -> Bool {
        guard let handle = makeHandle(onlyConnects: true) else { return false }
        if idle.count + admission.activeCount > configuration.concurrency { idle.removeFirst().close() }
        let connection = CurlConnection(to: transfer.origin, by: handle)
        begin(transfer, over: connection)
        connection.connect(for: transfer)
        return true
    }

    private func begin(_ transfer: CurlTransfer, over connection: CurlConnection) {
        let exchange = CurlExchange(of: transfer, over: connection)
        connection.exchange = exchange
        transfer.carrier = exchange
    }

    /// Goes on with an exchange whose connection libcurl has made.
    func sendFirst(_ transfer: CurlTransfer, over connection: CurlConnection) {
        guard let request = transfer.requestText, connection.open() else {
            return finish(transfer, with: CURLE_COULDNT_CONNECT)
        }
        send(request, over: connection)
    }

    private func send(_ request: RequestText, over connection: CurlConnection) {
        let code = connection.send(request.bytes)
        if code != CURLE_OK, let exchange = connection.exchange { go(on: exchange.fail(with: code), over: connection) }
    }

    /// Reads from a connection that has something to say.
    func goOn(over connection: CurlConnection) {
        go(on: connection.goOn(), over: connection)
    }

    private func go(on progress: CurlExchange.Progress, over connection: CurlConnection) {
        guard let transfer = connection.exchange?.transfer else {
            // Nobody asked it for anything: it has ended, or is of no more use.
            idle.removeAll { $0 === connection }
            return connection.close()
        }
        switch progress {
        case .waiting: return
        case .complete: finish(transfer, with: CURLE_OK)
        case .failed(let code): finish(transfer, with: code)
        case .lost:
            transfer.wantsNewConnection = true
            beginAgain(transfer)
        case .coded:
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
        connection.idleSince = multi.now
        idle.append(connection)
    }

    /// Closes a connection to an origin that waits for a use, where there is one: libcurl, which is about to connect, must not
    /// find all its places taken (`CURLMOPT_MAX_HOST_CONNECTIONS`).
    func makeRoom(at origin: Origin) {
        takeIdle(to: origin)?.close()
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
