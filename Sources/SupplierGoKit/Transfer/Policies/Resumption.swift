/// A body that broke off, and what its rest must look like; pure.
///
/// Bytes of two different bodies are never put together: only a strong validator says that the rest is that of the same
/// body, byte for byte (RFC 9110, section 14.1.2).
///
/// It is an object because there is hardly ever one: a transfer has room for a reference only.
final class Resumption: Sendable {
    /// What an answer to the request for the rest is.
    enum Verdict: Sendable, Hashable {
        /// The rest, to the end of a body of `byteCount` bytes.
        case rest(byteCount: Int)

        /// The same body from its beginning: the first `known` bytes of it are there already.
        case sameBody(known: Int)

        /// Another body from its beginning.
        case otherBody

        /// Anything else.
        case other
    }

    /// The head that the body began with.
    let head: ResponseHead

    /// How many bytes of body are there, decoded.
    let byteCount: Int

    private let validator: String

    /// The resumption of a body, or `nil` where the server gave no strong validator.
    init?(of head: ResponseHead, at byteCount: Int) {
        guard head.status.code == 200, let validator = head.fields["ETag"], validator.hasPrefix("\"")
        else { return nil }
        self.head = head
        self.byteCount = byteCount
        self.validator = validator
    }

    /// Whether a part of the body can be asked for: not of one with a content coding, whose decoded bytes are counted
    /// here and whose coded bytes are counted there.
    var isRanged: Bool {
        byteCount > 0 && head.fields["Content-Encoding"] == nil && head.fields["Accept-Ranges"] != "none"
    }

    /// The fields that ask for the rest, or for the whole body where it has changed.
    var fields: [HTTPFields.Field] {
        guard isRanged else { return [] }
        // Ranges are those of the body as it came before.
        let values = [("Range", "bytes=\(byteCount)-"), ("If-Range", validator), ("Accept-Encoding", "identity")]
        return values.compactMap { HTTPFields.Field(name: $0.0, value: $0.1) }
    }

    /// Judges an answer to the request with ``fields``.
    func verdict(on answer: ResponseHead) -> Verdict {
        let isSame = answer.fields["ETag"] == validator
        switch answer.status.code {
        case 200:
            let isSameCoding = answer.fields["Content-Encoding"] == head.fields["Content-Encoding"]
            return isSame && isSameCoding ? .sameBody(known: byteCount) : .otherBody
        case 206 where isRanged && answer.fields["Content-Encoding"] == nil && (isSame || answer.fields["ETag"] == nil):
            // A part that ends early, or whose end is not known to be the body's, is not the rest.
            guard let (range, total) = answer.fields["Content-Range"].flatMap(Self.range),
                range.lowerBound == byteCount, let end = length ?? total, range.upperBound == end, (total ?? end) == end
            else { return .other }
            if let partLength = answer.fields["Content-Length"], Int(partLength) != range.count { return .other }
            return .rest(byteCount: end)
        default: return .other
        }
    }

    /// How long the first answer said the body is.
    private var length: Int? { head.fields["Content-Length"].flatMap { Int($0) } }

    /// The range of bytes, and the whole body's length where it is known (RFC 9110, section 14.4).
    private static func range(_ text: String) -> (Range<Int>, total: Int?)? {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/")
        let ends = parts.first?.split(separator: "-") ?? []
        guard parts.count == 2, ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first >= 0,
            last >= first, last < .max
        else { return nil }
        return (first..<last + 1, Int(parts[1]))
    }
}
