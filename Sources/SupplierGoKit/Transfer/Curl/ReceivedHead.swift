/// The head of a response as it arrives, with the limits of one.
struct ReceivedHead {
    private(set) var status = HTTPStatus(0)
    private(set) var fields = HeaderFields()
    private(set) var isComplete = false

    /// Lines were left out: they are no valid fields (RFC 9110, section 5.5).
    private(set) var hasInvalidFields = false

    /// Bytes and lines, of interim responses and trailers too.
    private(set) var byteCount = 0
    private var lineCount = 0
    private var hasStatusLine = false
    private var interimCount = 0

    /// The most bytes and lines, the most fields of one section, and the most interim responses: over HTTP/2 each can
    /// be a block of 100,000 fields that nobody gets to see.
    private static let byteLimit = 256 << 10, lineLimit = 1024, fieldLimit = 256, interimLimit = 16

    private static let tooLarge = DataLoadError.Reason.headTooLarge(limit: byteLimit)

    /// The reason for a response that is not HTTP.
    static let noStatusLine = DataLoadError.Reason.malformedResponse(
        reason: "it does not begin with a valid status line")

    /// The result of adding a line.
    enum Progress {
        /// More lines may follow.
        case more

        /// The line was the head's last one.
        case complete

        /// The transfer has to end.
        case refused(DataLoadError.Reason)
    }

    /// Adds a line, its line end included.
    mutating func append(_ line: Span<UInt8>) -> Progress {
        byteCount += line.count
        lineCount += 1
        guard byteCount <= Self.byteLimit, lineCount <= Self.lineLimit else { return .refused(Self.tooLarge) }
        // Lines after the body are trailers, which are not used.
        if isComplete { return .more }
        guard hasStatusLine else {
            (hasStatusLine, fields, status) = (true, HeaderFields(), Self.status(in: line))
            guard 100..<1000 ~= status.code else { return .refused(Self.noStatusLine) }
            // Most heads have fewer lines.
            fields.reserveCapacity(16)
            return .more
        }
        var end = line.count
        while end > 0, line[end - 1] == 0x0a || line[end - 1] == 0x0d { end -= 1 }
        guard end == 0 else {
            if !fields.append(line: line.extracting(..<end)) { hasInvalidFields = true }
            return .more
        }
        hasStatusLine = false
        if status.code < 200 { interimCount += 1 }
        guard fields.fields.count <= Self.fieldLimit, interimCount <= Self.interimLimit else {
            return .refused(Self.tooLarge)
        }
        isComplete = status.code >= 200
        guard isComplete else { return .more }
        return contradiction.map { .refused($0) } ?? .complete
    }

    /// The status in a status line; its code is 0 without one. One of four digits is refused: versions of libcurl read
    /// it differently.
    private static func status(in line: Span<UInt8>) -> HTTPStatus {
        guard line.count >= 5, line.extracting(..<5).isEqual(to: "HTTP/".utf8.span) else { return HTTPStatus(0) }
        var index = line.firstIndex(of: 0x20, from: 5) ?? line.count
        while index < line.count, line[index] == 0x20 { index += 1 }
        let start = index
        while index < line.count, line[index] > 0x20 { index += 1 }
        return HTTPStatus(line.extracting(start..<index).decimalNumber ?? 0)
    }

    /// The body has a content coding that is none of those which libcurl decodes, such as `aws-chunked` or `utf-8`.
    var hasUnknownCoding: Bool {
        !Self.knownCodings.isSuperset(of: fields.members(of: "Content-Encoding").map { $0.lowercased() })
    }

    private static let knownCodings: Set = ["", "none", "identity", "gzip", "x-gzip", "deflate", "br", "zstd"]

    private var contradiction: DataLoadError.Reason? {
        // If they differ the end of the response is unknown (RFC 9112, section 6.3).
        guard fields.hasOneContentLength else {
            return .malformedResponse(reason: "its Content-Length is not one number")
        }
        // Later versions of libcurl (8.21) refuse two targets, 7.88 takes the first.
        guard RedirectPolicy.isRedirect(status), Set(fields.values(of: "Location")).subtracting([""]).count > 1 else {
            return nil
        }
        return .malformedResponse(reason: "it redirects to several URLs")
    }
}
