/// Where the body of an answer to a `GET` ends (RFC 9112, section 6.3).
enum BodyFraming: Sendable, Equatable {
    /// There is no body.
    case none

    /// After so many bytes.
    case length(Int)

    /// With the last chunk.
    case chunked

    /// With the connection.
    case untilClose

    /// Tells it from the head; `nil` where the length is no number, or the transfer coding another than `chunked`.
    init?(status: Int, fields: HTTPFields) {
        if status < 200 || status == 204 || status == 304 {
            self = .none
        } else if fields.contains("Transfer-Encoding") {
            guard Self.isChunked(fields) else { return nil }
            self = .chunked
        } else if let line = fields.firstLine(of: "Content-Length") {
            guard let length = fields.bytes.span.extracting(line.value).decimalNumber(upTo: 18) else { return nil }
            self = .length(length)
        } else {
            self = .untilClose
        }
    }

    /// Whether the connection may be asked again behind the answer (section 9.3).
    ///
    /// An answer with a length and a transfer coding may have been made up by somebody: nothing behind it is trusted
    /// (section 6.1).
    func keepsConnection(_ fields: HTTPFields, isPersistent: Bool) -> Bool {
        if self == .untilClose || self == .chunked && fields.contains("Content-Length") { return false }
        var (closes, keeps) = (false, isPersistent)
        fields.forEachMember(of: "Connection") { option in
            if HTTPFields.isSameName(option, "close".utf8.span) { closes = true }
            if HTTPFields.isSameName(option, "keep-alive".utf8.span) { keeps = true }
        }
        return keeps && !closes
    }

    private static func isChunked(_ fields: HTTPFields) -> Bool {
        var (count, isChunked) = (0, false)
        fields.forEachMember(of: "Transfer-Encoding") { coding in
            count += 1
            isChunked = HTTPFields.isSameName(coding, "chunked".utf8.span)
        }
        return count == 1 && isChunked
    }
}
