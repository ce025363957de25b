import Glibc

/// One connection of a server, on its own thread.
struct ServerConnection {
    /// The next step of an answer.
    private enum Outcome {
        case goesOn, ends, hungUp
    }

    let descriptor: Int32
    let number: Int
    let log: Watched<LoopbackServer.Log>
    private var received: [UInt8] = []

    init(descriptor: Int32, number: Int, log: Watched<LoopbackServer.Log>) {
        self.descriptor = descriptor
        self.number = number
        self.log = log
    }

    /// Answers requests until either side ends the connection.
    mutating func serve(_ route: @Sendable (RecordedRequest) -> Answer) {
        while let request = nextRequest() {
            log.update { $0.requests.append(request) }
            for step in route(request).steps {
                switch perform(step) {
                case .goesOn: continue
                case .ends: return
                case .hungUp:
                    log.update { $0.abandonedRequests.append(request) }
                    return
                }
            }
        }
    }

    private mutating func nextRequest() -> RecordedRequest? {
        var headByteCount = RecordedRequest.headByteCount(in: received)
        while headByteCount == nil {
            guard Socket.receive(into: &received, from: descriptor) else { return nil }
            headByteCount = RecordedRequest.headByteCount(in: received)
        }
        guard let headByteCount,
            var request = RecordedRequest(head: Array(received.prefix(headByteCount)), connection: number)
        else { return nil }
        received.removeFirst(headByteCount)
        guard request.method != "GET" else { return request }
        let bodyByteCount = request["Content-Length"].flatMap { Int($0) } ?? 0
        while received.count < bodyByteCount {
            guard Socket.receive(into: &received, from: descriptor) else { return nil }
        }
        request.body = Array(received.prefix(bodyByteCount))
        received.removeFirst(bodyByteCount)
        return request
    }

    private mutating func perform(_ step: Answer.Step) -> Outcome {
        switch step {
        case .send(let bytes): return send(bytes) ? .goesOn : .hungUp
        case .sendEndlessly(let bytes):
            while send(bytes) {}
            return .hungUp
        case .waitFor(let gate): return wait(for: gate) ? .goesOn : .hungUp
        case .receive(let isMet):
            while !isMet(received) {
                guard Socket.receive(into: &received, from: descriptor) else { return .hungUp }
            }
            return .goesOn
        case .open(let gate):
            gate.open()
            return .goesOn
        case .silence:
            while Socket.receive(into: &received, from: descriptor) {}
            return .hungUp
        case .close: return .ends
        case .reset:
            Socket.setResetOnClose(descriptor)
            return .ends
        }
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        // Counted before, since the client may have them as soon as the system does.
        log.update { $0.sentByteCount += bytes.count }
        guard !Socket.send(bytes, to: descriptor) else { return true }
        log.update { $0.sentByteCount -= bytes.count }
        return false
    }

    /// Waits until the gate is open, or the connection is over: then it is `false`.
    private func wait(for gate: Gate) -> Bool {
        guard !gate.isOpen else { return true }
        guard let (event, signal) = Socket.pair() else { return false }
        defer {
            close(event)
            close(signal)
        }
        let id = gate.state.makeID()
        gate.state.wake(id, when: { $0 }) { _ in
            _ = Socket.send([0], to: signal)
            return nil
        }
        Socket.waitForBytes(from: event, orEndOf: descriptor)
        gate.state.forget(id)
        return gate.isOpen
    }
}
