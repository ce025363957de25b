import FoundationEssentials

/// Tells URLs' origins, and remembers the last one: most requests go where the one before them went.
struct OriginMemory: Sendable {
    /// The beginning of a URL up to its path.
    private var start = ""

    /// The origin of all URLs that begin so.
    private var last: Origin?

    /// What ``Origin/init(_:)`` says.
    mutating func origin(of address: LazyURL) -> Origin? {
        let text = address.text
        if let last, Self.begins(text.utf8.span, with: start.utf8.span) { return last }
        guard let origin = Origin(address.url) else { return nil }
        if let end = Self.authorityEnd(in: text.utf8.span) {
            (start, last) = (String(text.utf8.prefix(end)) ?? text, origin)
        }
        return origin
    }

    private static func begins(_ text: Span<UInt8>, with start: Span<UInt8>) -> Bool {
        text.count > start.count && isEnd(text[start.count]) && text.extracting(..<start.count).isEqual(to: start)
    }

    /// Where scheme and authority end, which all of an origin is in (RFC 3986, section 3.2).
    private static func authorityEnd(in text: Span<UInt8>) -> Int? {
        var index = 0
        while index < text.count, !isEnd(text[index]) { index += 1 }
        guard index > 0, index + 1 < text.count, text[index - 1] == UInt8(ascii: ":"),
            text.extracting(index..<index + 2).isEqual(to: "//".utf8.span)
        else { return nil }
        index += 2
        while index < text.count, !isEnd(text[index]) { index += 1 }
        return index
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
