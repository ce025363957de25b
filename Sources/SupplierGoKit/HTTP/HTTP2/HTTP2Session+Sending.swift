extension HTTP2Session {
    /// What one side tells the other about itself (RFC 9113, section 6.5.2).
    enum Setting: UInt16 {
        case headerTableSize = 1, enablePush, maxConcurrentStreams, initialWindowSize, maxFrameSize, maxHeaderListSize
    }

    /// Whether a request can be sent now.
    var canOpen: Bool { !isDraining && streams.count < streamLimit }

    /// Sends a request.
    ///
    /// - Returns: the number of its stream.
    mutating func open(_ request: PlainRequest) -> UInt32 {
        precondition(canOpen, "there is room for a stream")
        let stream = nextStream
        streams[stream] = Stream()
        nextStream += 2
        if nextStream > HTTP2Frame.lastStream { isDraining = true }
        requestBlock.removeAll(keepingCapacity: true)
        request.appendBlock(to: &requestBlock, by: &encoder)
        var (index, kind, flags) = (0, HTTP2Frame.Kind.headers, HTTP2Frame.Flags.endsStream)
        repeat {
            // What is too long for one frame goes on in others (section 6.10).
            let end = min(index + HTTP2Frame.payloadLimit, requestBlock.count)
            if end == requestBlock.count { flags.insert(.endsBlock) }
            HTTP2Frame(kind, flags: flags, stream: stream, byteCount: end - index).append(to: &output)
            output += requestBlock[index..<end]
            (index, kind, flags) = (end, .continuation, [])
        } while index < requestBlock.count
        return stream
    }

    /// Ends a stream that is of no more use (`CANCEL`); one that is over takes no notice.
    mutating func cancel(_ stream: UInt32) {
        if streams[stream] != nil { reset(stream, .cancel) }
    }

    /// Ends a stream.
    mutating func reset(_ stream: UInt32, _ code: HTTP2ErrorCode) {
        streams[stream] = nil
        HTTP2Frame(.reset, stream: stream, byteCount: 4).append(to: &output)
        output.append(bigEndian: code.rawValue)
    }

    /// Takes what is to be sent.
    mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        replyCount = 0
        return output
    }

    /// Ends the connection: says why, and reads no more.
    mutating func fail(_ code: HTTP2ErrorCode, _ reason: String) -> Step {
        // No stream of the server's was ever looked at.
        HTTP2Frame(.goAway, byteCount: 8).append(to: &output)
        output.append(bigEndian: UInt32(0))
        output.append(bigEndian: code.rawValue)
        isDraining = true
        state = .failed(reason)
        return .failed(reason)
    }

    mutating func appendSettings(_ settings: [(Setting, UInt32)]) {
        HTTP2Frame(.settings, byteCount: 6 * settings.count).append(to: &output)
        for (setting, value) in settings {
            output.append(bigEndian: setting.rawValue)
            output.append(bigEndian: value)
        }
    }

    mutating func appendWindowUpdate(stream: UInt32, _ increment: Int) {
        HTTP2Frame(.windowUpdate, stream: stream, byteCount: 4).append(to: &output)
        output.append(bigEndian: UInt32(increment))
    }
}
