/// The text of a `GET` request of HTTP/1.1 (RFC 9112, section 3).
struct RequestText: Sendable {
    /// The text, its empty line included.
    let bytes: [UInt8]

    /// Fields that say how a request is sent, or stand in the text by themselves.
    private static let ownNames = [
        "Host", "User-Agent", "Accept", "Accept-Encoding", "Connection", "Content-Length", "Expect", "TE",
        "Transfer-Encoding", "Upgrade",
    ]

    /// Writes a request for the URL's resource, which is to come as it is, without a content coding.
    ///
    /// `nil` where the URL is not `http`, names a user, or has anything that must be changed before it is sent (a host beyond
    /// ASCII, dot segments), and where a field is one of those that are written here.
    init?(url: String, userAgent: String, fields: [HTTPFields.Field]) {
        let text = url.utf8.span
        guard let host = Self.host(in: text), let target = Self.target(in: text, from: host.upperBound),
            !fields.contains(where: { Self.isOwn($0.name) })
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(160 + text.count + userAgent.utf8.count)
        bytes += "GET ".utf8
        // A target begins with its path, which is never empty (section 3.2.1).
        if target.isEmpty || text[target.lowerBound] == UInt8(ascii: "?") { bytes.append(UInt8(ascii: "/")) }
        Self.append(text.extracting(target), to: &bytes)
        bytes += " HTTP/1.1\r\nHost: ".utf8
        Self.append(text.extracting(host), to: &bytes)
        bytes += "\r\nUser-Agent: ".utf8
        bytes += userAgent.utf8
        bytes += "\r\nAccept: */*\r\nAccept-Encoding: identity\r\n".utf8
        for field in fields {
            bytes += field.name.utf8
            bytes += ": ".utf8
            bytes += field.value.utf8
            bytes += "\r\n".utf8
        }
        bytes += "\r\n".utf8
        self.bytes = bytes
    }

    private static func isOwn(_ name: String) -> Bool {
        ownNames.contains { HTTPFields.isSameName($0.utf8.span, name.utf8.span) }
    }

    private static func append(_ span: Span<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: span.count) { $0.append(copying: span) }
    }

    /// Where host and port are.
    private static func host(in text: Span<UInt8>) -> Range<Int>? {
        let scheme = "http://".utf8.span
        guard text.count > scheme.count, text.extracting(..<scheme.count).isEqual(to: scheme) else { return nil }
        var end = scheme.count
        while end < text.count, isOfHost(text[end]) { end += 1 }
        guard end > scheme.count, text[end - 1] != UInt8(ascii: ":"), end == text.count || isHostEnd(text[end])
        else { return nil }
        return scheme.count..<end
    }

    /// Where path and query are; a fragment is not sent.
    private static func target(in text: Span<UInt8>, from start: Int) -> Range<Int>? {
        var (end, isInPath, isAfterSlash) = (start, true, false)
        while end < text.count, text[end] != UInt8(ascii: "#") {
            let byte = text[end]
            guard byte > 0x20, byte < 0x7f, byte != UInt8(ascii: "\\") else { return nil }
            if byte == UInt8(ascii: "?") { isInPath = false }
            // Dot segments are resolved, not sent (RFC 3986, section 5.2.4), escaped ones as well.
            if isInPath, isAfterSlash, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%") { return nil }
            isAfterSlash = byte == UInt8(ascii: "/")
            end += 1
        }
        return start..<end
    }

    private static func isHostEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Whether a byte may be in a host or a port, an address in brackets included.
    private static func isOfHost(_ byte: UInt8) -> Bool {
        let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): return true
        default: return isLetter || byte &- UInt8(ascii: "0") < 10
        }
    }
}
