internal import CCurl

/// The transfers over one connection in HTTP/2, those that wait for it to be made included.
final class CurlStreams {
    var session: HTTP2Session

    /// Those whose requests were sent, by the numbers of their streams.
    private(set) var open: [UInt32: CurlStream] = [:]

    /// Those whose requests were not.
    private(set) var waiting: [CurlStream] = []

    /// When bytes came last.
    var lastActivity = Moment.now

    /// - Parameter authority: the host and the port that all requests are for.
    init(authority: [UInt8]) {
        session = HTTP2Session(
            authority: authority, userAgent: DataLoader.userAgent, headByteLimit: CurlTransfer.headByteLimit)
    }

    var isEmpty: Bool { open.isEmpty && waiting.isEmpty }

    /// Lets a transfer wait for a stream.
    func append(_ stream: CurlStream) {
        waiting.append(stream)
    }

    /// Sends requests of those that wait, as far as the server takes them.
    func openWaiting(at now: Moment) {
        var count = 0
        while count < waiting.count, session.canOpen {
            let stream = waiting[count]
            count += 1
            let number = session.open(stream.request)
            stream.number = number
            stream.startedAt = now
            stream.transfer.lastActivity = now
            open[number] = stream
        }
        waiting.removeFirst(count)
    }

    /// The transfer on a stream.
    subscript(number: UInt32) -> CurlStream? { open[number] }

    /// Takes a transfer off its stream, which the server ended.
    func remove(_ number: UInt32) -> CurlStream? { open.removeValue(forKey: number) }

    /// Ends a transfer's stream, where it goes on, or its wait for one.
    ///
    /// - Returns: whether a stream was ended.
    func remove(_ stream: CurlStream) -> Bool {
        if let number = stream.number {
            open[number] = nil
            session.cancel(number)
            return true
        }
        if let index = waiting.firstIndex(where: { $0 === stream }) { waiting.remove(at: index) }
        return false
    }

    /// Takes off all whose requests were not sent.
    func removeWaiting() -> [CurlStream] {
        defer { waiting = [] }
        return waiting
    }

    /// Takes off all whose streams have a number above another.
    func removeUnseen(above last: UInt32) -> [CurlStream] {
        open.keys.filter { $0 > last }.sorted().compactMap { open.removeValue(forKey: $0) }
    }

    /// Takes off all.
    func removeAll() -> [CurlStream] { removeUnseen(above: 0) + removeWaiting() }
}
