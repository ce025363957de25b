internal import CCurl
import FoundationEssentials

/// Connections of the engine's own that speak HTTP/2: one for all transfers to an `https` origin.
extension CurlEngine {
    /// Sends a transfer's request over the connection to its origin, or lets it wait for that to be made.
    ///
    /// - Returns: whether it can be sent so.
    func multiplex(_ transfer: CurlTransfer, _ request: PlainRequest) -> Bool {
        if let connection = joinable[transfer.origin], let streams = connection.streams {
            if !streams.isEmpty || !isTooOld(connection) { return join(streams, of: connection, transfer, request) }
            close(connection)
        }
        guard hasRoom(at: transfer.origin, besides: 0), let connection = makeConnection(for: transfer) else {
            return false
        }
        let streams = CurlStreams(authority: request.authority)
        connection.streams = streams
        joinable[transfer.origin] = connection
        add(transfer, request, to: streams, of: connection, isReused: false)
        connection.connect(by: transfer.urlText)
        return true
    }

    private func join(
        _ streams: CurlStreams, of connection: CurlConnection, _ transfer: CurlTransfer, _ request: PlainRequest
    ) -> Bool {
        guard connection.isOpen || connection.isGuarded == transfer.isGuarded else { return false }
        if connection.isOpen, !transfer.mayConnect(to: connection.remoteAddress.flatMap { IPAddress($0) }) {
            fail(transfer, with: .innerAddress)
            return true
        }
        if streams.isEmpty { idle.removeAll { $0 === connection } }
        add(transfer, request, to: streams, of: connection, isReused: true)
        if connection.isOpen { expectFlush(of: connection) }
        return true
    }

    private func add(
        _ transfer: CurlTransfer, _ request: PlainRequest, to streams: CurlStreams, of connection: CurlConnection,
        isReused: Bool
    ) {
        let stream = CurlStream(of: transfer, request, over: connection, hasReusedConnection: isReused)
        transfer.carrier = stream
        streams.append(stream)
    }

    /// Whether one more connection to an origin would be within the bound, besides so many of the engine's own.
    func hasRoom(at origin: Origin, besides count: Int) -> Bool {
        let limit = configuration.connectionsPerHost
        let others = transfers.values.lazy.filter { $0.origin == origin && $0.carrier is CurlHandle }
        return others.prefix(limit).count + count < limit
    }

    /// Goes on with those that waited for a connection that libcurl has made, or has not.
    func begin(_ streams: CurlStreams, over connection: CurlConnection, made code: CURLcode) {
        guard code == CURLE_OK else { return end(streams, of: connection, code, nil) }
        guard connection.hasChosenHTTP2 else { return beginInHTTP1(streams, over: connection) }
        admission.noteMultiplexing(at: connection.origin, streamLimit: streams.session.streamLimit)
        streams.lastActivity = multi.now
        expectFlush(of: connection)
    }

    /// The first goes on over the connection; the others wait for their turns at connections of their own.
    private func beginInHTTP1(_ streams: CurlStreams, over connection: CurlConnection) {
        if unmultiplexed.count >= Self.unmultiplexedLimit { unmultiplexed = [] }
        unmultiplexed.insert(connection.origin)
        admission.noteNoMultiplexing(at: connection.origin)
        endJoining(connection)
        connection.streams = nil
        let waiting = streams.removeAll()
        guard let first = waiting.first else { return close(connection) }
        for stream in waiting.dropFirst() { beginAgain(stream.transfer) }
        begin(first.transfer, inHTTP1Over: connection)
    }

    /// How many origins are remembered not to speak HTTP/2.
    private static let unmultiplexedLimit = 4096

    /// Has what a connection is to send sent before the turn goes on.
    func expectFlush(of connection: CurlConnection) {
        if !unflushed.contains(where: { $0 === connection }) { unflushed.append(connection) }
    }

    /// Sends what connections are to send.
    ///
    /// - Returns: whether a connection turned out to have ended, so that others may start.
    func flush() -> Bool {
        var hasEnded = false
        while let connection = unflushed.popLast() {
            guard let streams = connection.streams, connection.isOpen else { continue }
            streams.openWaiting(at: multi.now)
            if streams.session.isDraining { drain(connection) }
            // The rest waits until the system takes what it has not taken yet.
            if connection.hasSentAll, !streams.session.output.isEmpty {
                let code = connection.send(streams.session.takeOutput())
                if code != CURLE_OK { end(streams, of: connection, code, nil) }
            }
            if connection.isOpen, streams.isEmpty, streams.session.isDraining { close(connection) }
            hasEnded = hasEnded || !connection.isOpen
        }
        return hasEnded
    }

    /// Reads from a connection that has something to say, or sends what it has not taken yet.
    func goOn(with streams: CurlStreams, over connection: CurlConnection) {
        let code = connection.sendRest()
        if code != CURLE_OK { return end(streams, of: connection, code, nil) }
        for _ in 0..<Self.readLimit {
            switch connection.readOn() {
            case .nothing: return settle(streams, over: connection)
            case .failed(let code): return end(streams, of: connection, code, nil)
            case .end: return end(streams, of: connection, CURLE_RECV_ERROR, Self.closedText)
            case .bytes(let count):
                streams.lastActivity = multi.now
                let bytes = unsafe UnsafeRawBufferPointer(rebasing: connection.arrived[..<count])
                guard unsafe take(bytes, for: streams, of: connection) else { return }
            }
        }
        settle(streams, over: connection)
    }

    /// How often one connection is read from before the others are looked at; each time one record of TLS comes, of up to 16 KiB.
    private static let readLimit = 16

    /// - Returns: whether the connection can be read on.
    private func take(
        _ bytes: UnsafeRawBufferPointer, for streams: CurlStreams, of connection: CurlConnection
    ) -> Bool {
        var index = 0
        while true {
            let span = unsafe bytes.bindMemory(to: UInt8.self).span
            switch streams.session.next(in: span, from: &index) {
            case .more:
                unsafe connection.leave(bytes[index...])
                return true
            case .head(let number):
                guard let stream = streams[number] else { continue }
                go(on: stream.takeHead(status: streams.session.status, streams.session.head), stream.transfer)
            case .body(let number, let range):
                guard let stream = streams[number] else { continue }
                let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
                go(on: unsafe stream.takeBody(part), stream.transfer)
            case .end(let number):
                guard let stream = streams.remove(number) else { continue }
                go(on: stream.end(), stream.transfer)
            case .reset(let number, let code):
                guard let stream = streams.remove(number) else { continue }
                go(on: stream.end(withCode: code), stream.transfer)
            case .malformed(let number, let reason):
                guard let stream = streams.remove(number) else { continue }
                go(on: stream.end(asMalformed: reason), stream.transfer)
            case .goAway(let last):
                endUnseen(streams, of: connection, above: last)
            case .failed(let reason):
                _ = connection.send(streams.session.takeOutput())
                end(streams, of: connection, CURLE_HTTP2, reason)
                return false
            }
        }
    }

    /// Sees to what follows from what was read.
    private func settle(_ streams: CurlStreams, over connection: CurlConnection) {
        admission.noteMultiplexing(at: connection.origin, streamLimit: streams.session.streamLimit)
        expectFlush(of: connection)
    }

    private static let closedText = "the server closed the connection"

    /// Takes off a connection what the server will not look at.
    private func endUnseen(_ streams: CurlStreams, of connection: CurlConnection, above last: UInt32) {
        drain(connection)
        for stream in streams.removeUnseen(above: last) {
            go(on: stream.endWithConnection(CURLE_HTTP2, Self.closedText, isUnseen: true), stream.transfer)
        }
    }

    /// Ends all that a connection carried, which has ended.
    private func end(_ streams: CurlStreams, of connection: CurlConnection, _ code: CURLcode, _ text: String?) {
        let ended = streams.removeAll()
        for stream in ended { stream.transfer.refusedAddress = connection.refusedAddress }
        close(connection)
        for stream in ended { go(on: stream.endWithConnection(code, text), stream.transfer) }
    }

    /// Lets no more transfers join a connection.
    func endJoining(_ connection: CurlConnection) {
        if joinable[connection.origin] === connection { joinable[connection.origin] = nil }
    }

    /// Lets a connection carry what it carries, and nothing more.
    func drain(_ connection: CurlConnection) {
        endJoining(connection)
        guard let streams = connection.streams else { return }
        streams.session.isDraining = true
        for stream in streams.removeWaiting() { beginAgain(stream.transfer) }
    }

    /// Takes a transfer off its connection, which is kept for others.
    func giveBack(_ stream: CurlStream) {
        let connection = stream.connection
        guard let streams = connection.streams else { return }
        if streams.remove(stream) {
            // Who was asked and has said nothing at all for so long is gone.
            let silentSince = max(streams.lastActivity, stream.startedAt)
            if silentSince + configuration.idleTimeout / 2 <= multi.now { drain(connection) }
            expectFlush(of: connection)
        }
        guard streams.isEmpty, !streams.session.isDraining else { return }
        if connection.isOpen { keep(connection) } else { close(connection) }
    }
}
