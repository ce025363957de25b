/// The frames that bring nothing of an answer (RFC 9113, sections 6.4 to 6.9).
extension HTTP2Session {
    mutating func takeReset(_ frame: HTTP2Frame, _ payload: Span<UInt8>) -> Step? {
        guard payload.count == 4 else { return failForSize() }
        guard streams.removeValue(forKey: frame.stream) != nil else { return nil }
        return .reset(frame.stream, code: payload.halfWord(at: 0).byteSwapped)
    }

    mutating func takeSettings(_ frame: HTTP2Frame, _ payload: Span<UInt8>) -> Step? {
        if frame.flags.contains(.acknowledges) { return payload.isEmpty && hasSettings ? nil : failForSize() }
        guard payload.count % 6 == 0 else { return failForSize() }
        hasSettings = true
        for index in stride(from: 0, to: payload.count, by: 6) {
            let number = UInt16(payload[index]) << 8 | UInt16(payload[index + 1])
            let value = payload.halfWord(at: index + 2).byteSwapped
            if let end = take(Setting(rawValue: number), value) { return end }
        }
        return reply { HTTP2Frame(.settings, flags: .acknowledges, byteCount: 0).append(to: &$0) }
    }

    private mutating func take(_ setting: Setting?, _ value: UInt32) -> Step? {
        switch setting {
        case .headerTableSize: encoder.limitTable(to: Int(value))
        case .maxConcurrentStreams: streamLimit = Int(value)
        case .enablePush where value != 0: return failForSettings(.protocolError)
        case .initialWindowSize where value > 0x7fff_ffff: return failForSettings(.flowControlError)
        case .maxFrameSize where value < HTTP2Frame.payloadLimit || value > 0xff_ffff:
            return failForSettings(.protocolError)
        // Nothing but short heads is sent.
        case .enablePush, .initialWindowSize, .maxFrameSize, .maxHeaderListSize, nil: break
        }
        return nil
    }

    mutating func takePing(_ frame: HTTP2Frame, _ payload: Span<UInt8>) -> Step? {
        guard payload.count == 8 else { return failForSize() }
        guard !frame.flags.contains(.acknowledges) else { return nil }
        let bytes = [UInt8](copying: payload)
        return reply {
            HTTP2Frame(.ping, flags: .acknowledges, byteCount: 8).append(to: &$0)
            $0 += bytes
        }
    }

    mutating func takeGoAway(_ payload: Span<UInt8>) -> Step? {
        guard payload.count >= 8 else { return failForSize() }
        isDraining = true
        let last = payload.halfWord(at: 0).byteSwapped & HTTP2Frame.lastStream
        for stream in streams.keys where stream > last { streams[stream] = nil }
        return .goAway(last)
    }

    mutating func takeWindowUpdate(_ payload: Span<UInt8>) -> Step? {
        guard payload.count == 4 else { return failForSize() }
        return nil
    }

    /// Answers a frame, unless too many were asked while nobody read the answers.
    private mutating func reply(_ write: (inout [UInt8]) -> Void) -> Step? {
        replyCount += 1
        guard replyCount <= Self.replyLimit else {
            return fail(.enhanceYourCalm, "the server asks, and does not read the answers")
        }
        write(&output)
        return nil
    }

    private mutating func failForSettings(_ code: HTTP2ErrorCode) -> Step {
        fail(code, "the server's settings are wrong")
    }

    private mutating func failForSize() -> Step {
        fail(.frameSizeError, "the server sent a frame of a wrong length")
    }
}
