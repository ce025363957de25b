/// A `GET` request that is sent as it stands: nothing of its URL must be changed before, and its answer's body is to come
/// without a content coding.
struct PlainRequest: Sendable {
    private let url: String

    /// Where host and port are in the URL, and where path and query are.
    private let host: Range<Int>
    private let target: Range<Int>

    /// The fields besides those that every request has.
    private let fields: [HTTPFields.Field]

    /// Fields that say how a request is sent, or that every request has.
    private static let ownNames = [
        "Host", "User-Agent", "Accept", "Accept-Encoding", "Connection", "Content-Length", "Expect", "TE",
        "Transfer-Encoding", "Upgrade",
    ]

    /// Takes a request for the URL's resource.
    ///
    /// `nil` where the URL is not `http` or `https`, names a user, or has anything that must be changed before it is sent
    /// (a host beyond ASCII, dot segments), and where a field is one that every request has.
    init?(url: String, fields: [HTTPFields.Field]) {
        let text = url.utf8.span
        guard let host = Self.host(in: text), let target = Self.target(in: text, from: host.upperBound),
            !fields.contains(where: { Self.isOwn($0.name) })
        else { return nil }
        self.url = url
        self.fields = fields
        self.host = host
        self.target = target
    }

    /// The request in HTTP/1.1, its empty line included (RFC 9112, section 3).
    func text(userAgent: String) -> [UInt8] {
        let url = url.utf8.span
        var bytes: [UInt8] = []
        bytes.reserveCapacity(160 + url.count + userAgent.utf8.count)
        bytes += "GET ".utf8
        if lacksPath { bytes.append(UInt8(ascii: "/")) }
        bytes.append(addingCapacity: target.count) { $0.append(copying: url.extracting(target)) }
        bytes += " HTTP/1.1\r\nHost: ".utf8
        bytes.append(addingCapacity: host.count) { $0.append(copying: url.extracting(host)) }
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
        return bytes
    }

    /// The host and the port that the request is for.
    var authority: [UInt8] { [UInt8](copying: url.utf8.span.extracting(host)) }

    /// Adds the request's header block in HTTP/2, to an `https` server (RFC 9113, section 8.3.1).
    func appendBlock(to bytes: inout [UInt8], by encoder: inout HPACKEncoder) {
        let target = url.utf8.span.extracting(target)
        guard lacksPath else { return encoder.encode(path: target, fields: fields, into: &bytes) }
        let path = [UInt8(ascii: "/")] + [UInt8](copying: target)
        encoder.encode(path: path.span, fields: fields, into: &bytes)
    }

    /// Whether the path is empty, which none that is sent may be (section 3.2.1).
    private var lacksPath: Bool { target.isEmpty || url.utf8.span[target.lowerBound] == UInt8(ascii: "?") }

    private static func isOwn(_ name: String) -> Bool {
        ownNames.contains { HTTPFields.isSameName($0.utf8.span, name.utf8.span) }
    }

    /// Where host and port are.
    private static func host(in text: Span<UInt8>) -> Range<Int>? {
        guard let start = schemeLength(in: text) else { return nil }
        var end = start
        while end < text.count, isOfHost(text[end]) { end += 1 }
        guard end > start, text[end - 1] != UInt8(ascii: ":"), end == text.count || isHostEnd(text[end]) else {
            return nil
        }
        return start..<end
    }

    private static func schemeLength(in text: Span<UInt8>) -> Int? {
        let (plain, secure) = ("http://".utf8.span, "https://".utf8.span)
        if text.count > plain.count, text.extracting(..<plain.count).isEqual(to: plain) { return plain.count }
        if text.count > secure.count, text.extracting(..<secure.count).isEqual(to: secure) { return secure.count }
        return nil
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
