/// Reads an answer of HTTP/1.1 from bytes as they come (RFC 9112): finds its lines and the bytes of its body, and does no
/// I/O.
///
/// What the lines of the head say is its user's to know, who so tells where the body ends (``begin(_:)``).
struct AnswerReader: Sendable {
    /// What comes next.
    enum Step: Sendable, Equatable {
        /// A line of the head or of the trailers, with its end.
        case line(Range<Int>)

        /// Bytes of the body.
        case body(Range<Int>)

        /// The answer is whole.
        case end

        /// What there is does not say: it is to be given again with more behind it.
        case more

        /// This is no answer; the clause says why.
        case malformed(String)
    }

    private enum State {
        case head, untilClose, chunkSize, chunkEnd, trailers, end

        /// So many bytes of the body are left.
        case body(Int)

        /// So many bytes of the chunk are left.
        case chunk(Int)
    }

    /// The longest line with a chunk's size that is read, in bytes.
    static let chunkLineLimit = 1024

    private var state = State.head

    /// How many bytes of a line without an end were looked at.
    private var searchedCount = 0

    /// Whether the end of the connection is the end of the body.
    var endsWithConnection: Bool { if case .untilClose = state { true } else { false } }

    /// Tells, once the empty line behind the head was read, where the body ends.
    mutating func begin(_ framing: BodyFraming) {
        state =
            switch framing {
            case .none, .length(0): .end
            case .length(let count): .body(count)
            case .chunked: .chunkSize
            case .untilClose: .untilClose
            }
    }

    /// Reads on from an index, and moves it behind what was read.
    mutating func next(in bytes: Span<UInt8>, from index: inout Int) -> Step {
        while true {
            switch state {
            case .head: return line(in: bytes, from: &index).map { .line($0) } ?? .more
            case .end: return .end
            case .body(let left), .chunk(let left): return body(left, in: bytes, from: &index)
            case .untilClose: return body(.max, in: bytes, from: &index)
            case .chunkSize:
                guard let line = line(in: bytes, from: &index) else { return missingChunkLine }
                guard let size = Self.size(bytes.extracting(line)) else { return Self.noChunk }
                state = size == 0 ? .trailers : .chunk(size)
            case .chunkEnd:
                guard let line = line(in: bytes, from: &index) else { return missingChunkLine }
                guard Self.isEmpty(bytes.extracting(line)) else { return .malformed("it has a chunk that is too long") }
                state = .chunkSize
            case .trailers:
                guard let line = line(in: bytes, from: &index) else { return .more }
                if Self.isEmpty(bytes.extracting(line)) { state = .end }
                return .line(line)
            }
        }
    }

    /// Whether a line with its end holds nothing else.
    static func isEmpty(_ line: Span<UInt8>) -> Bool {
        line.count == 1 || line.count == 2 && line[0] == UInt8(ascii: "\r")
    }

    private mutating func body(_ left: Int, in bytes: Span<UInt8>, from index: inout Int) -> Step {
        let count = min(left, bytes.count - index)
        guard count > 0 else { return .more }
        let range = index..<index + count
        index += count
        switch state {
        case .body: state = left == count ? .end : .body(left - count)
        case .chunk: state = left == count ? .chunkEnd : .chunk(left - count)
        default: break
        }
        return .body(range)
    }

    /// The next line; a line feed alone ends one too (section 2.2).
    private mutating func line(in bytes: Span<UInt8>, from index: inout Int) -> Range<Int>? {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: index + searchedCount) else {
            searchedCount = bytes.count - index
            return nil
        }
        defer {
            index = end + 1
            searchedCount = 0
        }
        return index..<end + 1
    }

    private static let noChunk = Step.malformed("it has a chunk without a size")

    private var missingChunkLine: Step { searchedCount > Self.chunkLineLimit ? Self.noChunk : .more }

    /// A chunk's size, which extensions may follow (section 7.1).
    private static func size(_ line: Span<UInt8>) -> Int? {
        guard line.count <= chunkLineLimit else { return nil }
        var (size, index) = (0, 0)
        while index < line.count, let digit = line[index].hexadecimalValue {
            guard index < 15 else { return nil }
            size = size << 4 | Int(digit)
            index += 1
        }
        guard index > 0 else { return nil }
        while index < line.count, line[index] == UInt8(ascii: " ") || line[index] == UInt8(ascii: "\t") { index += 1 }
        let hasExtension = index < line.count && line[index] == UInt8(ascii: ";")
        return hasExtension || isEmpty(line.extracting(index...)) ? size : nil
    }
}
