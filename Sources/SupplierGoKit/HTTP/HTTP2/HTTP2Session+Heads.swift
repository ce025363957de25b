/// Heads of answers, and their trailers (RFC 9113, sections 6.2, 6.10 and 8.1 to 8.3).
extension HTTP2Session {
    mutating func takeHeaders(_ frame: HTTP2Frame, _ payload: Span<UInt8>) -> Step? {
        var (start, end) = (0, payload.count)
        if frame.flags.contains(.isPadded) {
            guard !payload.isEmpty else { return failForPadding() }
            start = 1
            end -= Int(payload[0])
        }
        if frame.flags.contains(.hasPriority) { start += 5 }
        guard start <= end else { return failForPadding() }
        let isLast = frame.flags.contains(.endsStream)
        let block = payload.extracting(start..<end)
        guard frame.flags.contains(.endsBlock) else {
            openBlock = OpenBlock(stream: frame.stream, isLast: isLast, bytes: [UInt8](copying: block))
            return nil
        }
        return takeHead(of: frame.stream, isLast: isLast, block)
    }

    mutating func takeContinuation(_ frame: HTTP2Frame, _ payload: Span<UInt8>) -> Step? {
        guard var open = openBlock.take() else { return nil }
        open.bytes.append(addingCapacity: payload.count) { $0.append(copying: payload) }
        // What is compressed is not larger than what comes out of it, nor may it come in crumbs for ever.
        guard open.bytes.count <= head.byteLimit, !payload.isEmpty || frame.flags.contains(.endsBlock) else {
            return fail(.enhanceYourCalm, "the server sent a head that does not end")
        }
        guard frame.flags.contains(.endsBlock) else {
            openBlock = open
            return nil
        }
        return takeHead(of: open.stream, isLast: open.isLast, open.bytes.span)
    }

    /// Takes a whole header block, which is decoded even where nobody waits for it: those behind it may refer to it.
    private mutating func takeHead(of number: UInt32, isLast: Bool, _ block: Span<UInt8>) -> Step? {
        head.removeAll()
        do {
            try decoder.decode(block, into: &head)
        } catch {
            return fail(.compressionError, "the server sent a head that cannot be read: \(error.reason)")
        }
        if isLast { state = .end(number) }
        guard let stream = streams[number] else { return nil }
        // Trailers are nothing that was asked for.
        guard stream.awaitsHead else { return isLast ? nil : malformed(number, "it has two heads") }
        switch Self.check(head) {
        case .status(let code): status = code
        case .fault(let reason): return malformed(number, reason)
        }
        guard status >= 200 else { return isLast ? nil : .head(number) }
        streams[number]?.awaitsHead = false
        return .head(number)
    }

    private mutating func malformed(_ stream: UInt32, _ reason: String) -> Step {
        reset(stream, .protocolError)
        return .malformed(stream, reason)
    }

    /// What a head is.
    private enum Verdict {
        case status(Int)

        /// None; the clause says why.
        case fault(String)
    }

    /// Sees whether the fields make an answer's head (sections 8.2 and 8.3.2).
    private static func check(_ head: borrowing HPACKHead) -> Verdict {
        let text = head.text.span
        guard let first = head.fields.first, text.extracting(first.name).isEqual(to: ":status".utf8.span),
            first.value.count == 3, let code = text.extracting(first.value).decimalNumber(upTo: 3), code >= 100
        else { return .fault("it has no status") }
        for field in head.fields.dropFirst() {
            let (name, value) = (text.extracting(field.name), text.extracting(field.value))
            if name.isEmpty || name[0] == UInt8(ascii: ":") || isOfConnection(name) {
                return .fault("it has a field that may not be there")
            }
            if !value.isPrintableASCII, hasLineEnd(value) { return .fault("it has a field with a line end in it") }
        }
        return .status(code)
    }

    /// Whether a value holds what it never may (section 8.2.1).
    private static func hasLineEnd(_ value: Span<UInt8>) -> Bool {
        for index in value.indices where value[index] == 0x0a || value[index] == 0x0d || value[index] == 0 {
            return true
        }
        return false
    }

    /// Whether a field is about a connection, of which HTTP/2 has its own notion (section 8.2.2).
    private static func isOfConnection(_ name: Span<UInt8>) -> Bool {
        switch name.count {
        case 7: name.isEqual(to: "upgrade".utf8.span)
        case 10: name.isEqual(to: "connection".utf8.span) || name.isEqual(to: "keep-alive".utf8.span)
        case 16: name.isEqual(to: "proxy-connection".utf8.span)
        case 17: name.isEqual(to: "transfer-encoding".utf8.span)
        default: false
        }
    }

    private mutating func failForPadding() -> Step {
        fail(.protocolError, "the server sent a frame with too much padding")
    }
}
