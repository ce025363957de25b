extension HTTP2Session {
    /// Reads on from an index, and moves it behind what was read.
    mutating func next(in bytes: Span<UInt8>, from index: inout Int) -> Step {
        while true {
            switch state {
            case .frame:
                guard bytes.count - index >= HTTP2Frame.headByteCount else { return .more }
                let frame = HTTP2Frame(at: index, in: bytes)
                if let end = refuse(frame) { return end }
                let start = index + HTTP2Frame.headByteCount
                // All but bodies is taken as a whole; what is padded begins with how much.
                let needed = frame.kind == .data ? frame.flags.contains(.isPadded) ? 1 : 0 : frame.byteCount
                guard bytes.count - start >= needed else { return .more }
                index = start + needed
                if let step = begin(frame, bytes.extracting(start..<index)) { return step }
            case .body(let frame, let left, let padding):
                if left == 0, padding == 0 {
                    state = frame.flags.contains(.endsStream) ? .end(frame.stream) : .frame
                    continue
                }
                let count = min(left > 0 ? left : padding, bytes.count - index)
                guard count > 0 else { return .more }
                let range = index..<index + count
                index += count
                state = .body(frame, left: max(left - count, 0), padding: left > 0 ? padding : padding - count)
                if left > 0, streams[frame.stream] != nil { return .body(frame.stream, range) }
            case .end(let stream):
                state = .frame
                if let end = end(stream) { return end }
            case .failed(let reason):
                return .failed(reason)
            }
        }
    }

    /// What a stream's end means, where somebody still waits for it.
    private mutating func end(_ number: UInt32) -> Step? {
        guard let stream = streams.removeValue(forKey: number) else { return nil }
        return stream.awaitsHead ? .malformed(number, "it ends before it begins") : .end(number)
    }

    /// Sees whether a frame may come now (RFC 9113, sections 3.4, 4.2, 5.1 and 6).
    private mutating func refuse(_ frame: HTTP2Frame) -> Step? {
        if frame.byteCount > HTTP2Frame.payloadLimit {
            return fail(hasSettings ? .frameSizeError : .protocolError, "the server sent a frame that is too long")
        }
        let isOfBlock = frame.kind == .continuation && frame.stream == openBlock?.stream
        guard hasSettings || frame.kind == .settings, isOfBlock == (openBlock != nil), isExpected(frame) else {
            return fail(.protocolError, "the server sent a frame that may not come there")
        }
        return nil
    }

    private func isExpected(_ frame: HTTP2Frame) -> Bool {
        switch frame.kind {
        case .data, .headers, .reset, .priority: frame.stream % 2 == 1 && frame.stream < nextStream
        case .settings, .ping, .goAway: frame.stream == 0
        case .windowUpdate: frame.stream == 0 || frame.stream % 2 == 1 && frame.stream < nextStream
        // It was asked not to (`SETTINGS_ENABLE_PUSH`).
        case .pushPromise: false
        case .continuation: openBlock != nil
        case nil: true
        }
    }

    private mutating func begin(_ frame: HTTP2Frame, _ payload: Span<UInt8>) -> Step? {
        switch frame.kind {
        case .data: return beginBody(frame, padding: payload.isEmpty ? nil : Int(payload[0]))
        case .headers: return takeHeaders(frame, payload)
        case .continuation: return takeContinuation(frame, payload)
        case .reset: return takeReset(frame, payload)
        case .settings: return takeSettings(frame, payload)
        case .ping: return takePing(frame, payload)
        case .goAway: return takeGoAway(payload)
        case .windowUpdate: return takeWindowUpdate(payload)
        case .priority, .pushPromise, nil: return nil
        }
    }

    /// Begins to read a part of a body (section 6.1); padding counts for the windows as well.
    private mutating func beginBody(_ frame: HTTP2Frame, padding: Int?) -> Step? {
        let left = frame.byteCount - (padding.map { $0 + 1 } ?? 0)
        guard left >= 0 else { return fail(.protocolError, "the server sent a frame with too much padding") }
        window -= frame.byteCount
        guard window >= 0 else { return fail(.flowControlError, "the server sent more than it may") }
        if window < Self.connectionWindow / 2 {
            appendWindowUpdate(stream: 0, Self.connectionWindow - window)
            window = Self.connectionWindow
        }
        state = .body(frame, left: left, padding: padding ?? 0)
        guard let stream = streams[frame.stream] else { return nil }
        guard !stream.awaitsHead else {
            reset(frame.stream, .protocolError)
            return .malformed(frame.stream, "its body comes before its head")
        }
        return shrinkWindow(of: frame.stream, to: stream.window - frame.byteCount, frame)
    }

    private mutating func shrinkWindow(of stream: UInt32, to size: Int, _ frame: HTTP2Frame) -> Step? {
        guard size >= 0 else { return fail(.flowControlError, "the server sent more than it may") }
        let isToGrow = size < Self.streamWindow / 2 && !frame.flags.contains(.endsStream)
        if isToGrow { appendWindowUpdate(stream: stream, Self.streamWindow - size) }
        streams[stream]?.window = isToGrow ? Self.streamWindow : size
        return nil
    }
}
