/// Consecutive bytes of a catalog with whole records in them, and what separates those.
///
/// ``JSONSplitter`` and ``CSVSplitter`` make pieces; a ``RecordCursor`` walks over the records of one in JSON.
struct RecordPiece: Sendable {
    /// A longer record is passed over, in bytes: 16 MiB. One that is nested too deeply is a bad record
    /// (``JSONTokenizer/depthLimit``).
    static let recordByteLimit = 1 << 24

    /// Bytes of the catalog, perhaps with others around the piece.
    var bytes: [UInt8] = []

    /// The offset of the first of ``bytes`` in the catalog.
    var byteOffset = 0

    /// The piece.
    var range = 0..<0

    /// The part that is expected first in it.
    var start: ExpectedPart

    /// The number of containers that its records are in.
    var depth = 0

    /// The table that it has rows of, and the line of the first one; `nil` for JSON.
    var table: CSVTable?
    var line = 0

    /// The catalog ends with it.
    var isLast = false

    /// Its record is too long and was cut.
    var isCut = false
}

/// Walks over the records of a piece in JSON, and checks what separates them.
struct RecordCursor {
    private let piece: RecordPiece

    /// The part that is expected next.
    private(set) var state: ExpectedPart

    /// The index of the next byte, and that after the piece's last one.
    private(set) var index: Int
    private var end: Int { piece.range.upperBound }

    init(_ piece: RecordPiece) {
        self.piece = piece
        (state, index) = (piece.start, piece.range.lowerBound)
    }

    /// Moves on to the next record; returns `nil` at the end.
    mutating func next(in bytes: Span<UInt8>) throws(CatalogSyntaxError) -> Int? {
        while true {
            while index < end, bytes[index].isBlank {
                if state == .afterRecord, bytes[index].endsLine { state = .line }
                index &+= 1
            }
            guard index < end else { break }
            switch (state, bytes[index]) {
            case (.afterElement, UInt8(ascii: ",")):
                state = .element
                index &+= 1
            case (.afterElement, UInt8(ascii: "]")), (.firstElement, UInt8(ascii: "]")): return nil
            case (.afterElement, _), (.afterRecord, _), (.element, UInt8(ascii: "]")), (.element, UInt8(ascii: ",")),
                (.firstElement, UInt8(ascii: ",")):
                throw CatalogSyntaxError(
                    .unexpected(at: index, in: bytes, from: piece.byteOffset, expected: state.phrase))
            default: return index
            }
        }
        guard piece.isLast, state != .line, state != .afterRecord else { return nil }
        throw .cutShort(byteOffset: piece.byteOffset + end, expected: state.phrase)
    }

    /// Passes a record that ends before an index.
    @inline(__always)
    mutating func pass(to end: Int) {
        index = end
        state = state == .line ? .afterRecord : .afterElement
    }

    /// Passes a record that is not valid JSON and costs only itself, since its end can be told: in an array by its
    /// brackets, on lines by its first line if the error is there, else by its brackets.
    mutating func pass(_ error: CatalogSyntaxError, in bytes: Span<UInt8>) throws(CatalogSyntaxError) {
        guard let place = error.placeAndClause?.byteOffset else { throw error }
        if state == .line, let end = lineEnd(in: bytes, errorIndex: place - piece.byteOffset) {
            index = end
        } else if case .malformed = error, let end = bracketEnd(in: bytes) {
            pass(to: end)
        } else {
            throw error
        }
    }

    /// The index after the record by its brackets and quotation marks; `nil` if these do not match.
    private func bracketEnd(in bytes: Span<UInt8>) -> Int? {
        var ends = JSONEnds(from: index)
        let found = ends.firstEnd(of: state == .line ? .line : .element, in: bytes.extracting(..<end))
        return found.flatMap { $0.isMatched ? $0.index : nil }
    }

    /// The index of the end of the record's first line; `nil` if the error is on a later one. A line that was cut off
    /// has its error at the brace that the next line begins with.
    private func lineEnd(in bytes: Span<UInt8>, errorIndex: Int) -> Int? {
        let lineEnd = (index..<end).first { bytes[$0].endsLine } ?? end
        if errorIndex <= lineEnd { return lineEnd }
        let isCutOff = bytes.passingBlanks(from: lineEnd) == errorIndex && bytes[errorIndex] == UInt8(ascii: "{")
        return isCutOff && bracketEnd(in: bytes) == nil ? lineEnd : nil
    }
}

/// The part of a document in JSON that is expected next, in the containers around the records or between these.
enum ExpectedPart {
    /// In an object.
    case firstKey, key, colon, value, afterMember

    /// An element of an array, or the array's end.
    case firstElement

    /// An element, after a comma.
    case element

    /// A comma, or the array's end.
    case afterElement

    /// A record on a line of its own, and the end of its line.
    case line, afterRecord

    /// The part as a noun phrase.
    var phrase: String {
        switch self {
        case .firstKey: "a member's name or '}'"
        case .key: "a member's name"
        case .colon: "':'"
        case .value, .element, .line: "a JSON value"
        case .firstElement: "a JSON value or ']'"
        case .afterMember: "',' or '}'"
        case .afterElement: "',' or ']'"
        case .afterRecord: "a line feed before the next record"
        }
    }
}
