/// Consecutive bytes of a catalog with whole records in them, and what separates those.
///
/// ``JSONSplitter`` and ``CSVSplitter`` make pieces; a ``RecordCursor`` walks over the records of one in JSON.
struct RecordPiece: Sendable {
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

    /// The columns, if its records are rows in JSON.
    var columns: Columns?

    /// The catalog ends with it.
    var isLast = false
}

extension RecordPiece {
    /// The columns of a table in JSON: an array of arrays, of which the first one has the names.
    struct Columns: Sendable {
        let names: [String]

        /// The names as they stand in strings, one after the other.
        let text: [UInt8]

        /// A column for each name: the name's range in ``text``, and the places of its cells, of which the first one
        /// with a value counts.
        let columns: [(name: Range<Int>, cells: [Int])]

        /// Reads a heading; `nil` if a row is none, since it has less than two names, or other values than text.
        init?(_ row: JSONDocument) {
            guard let names = row.root.columnNames else { return nil }
            self.names = names
            var (text, columns): ([UInt8], [(name: Range<Int>, cells: [Int])]) = ([], [])
            var places: [String: Int] = [:]
            for (index, name) in names.enumerated() {
                if let place = places[name] {
                    columns[place].cells.append(index)
                } else {
                    places[name] = columns.count
                    let quoted = name.quotedForJSON.utf8.dropFirst().dropLast()
                    columns.append((text.count..<text.count + quoted.count, [index]))
                    text += quoted
                }
            }
            (self.text, self.columns) = (text, columns)
        }
    }
}

extension JSONValue {
    /// The names of a table's columns, if it is the first row of one: texts, of which at least two are not empty.
    package var columnNames: [String]? {
        let cells = elements
        let names = cells.compactMap { $0.string?.trimmed ?? ($0.isEmpty && !$0.isArray ? "" : nil) }
        return names.count == cells.count && names.count(where: { !$0.isEmpty }) > 1 ? names : nil
    }
}

/// Walks over the records of a piece in JSON, and checks what separates them.
struct RecordCursor {
    private let piece: RecordPiece

    /// The part that is expected next.
    private(set) var state: ExpectedPart

    /// The index of the next byte, and that after the piece's last one.
    private(set) var index: Int

    /// The name of the next record, if it is a member of an object.
    private(set) var name = 0..<0
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
            let byte = bytes[index]
            if state.isEnd(byte) { return nil }
            if let next = state.part(after: byte) {
                (state, index) = (next, index &+ 1)
                continue
            }
            // Files may have been joined.
            if state == .line, bytes.begins(at: index, with: JSONDocument.byteOrderMark) {
                index &+= JSONDocument.byteOrderMark.count
                continue
            }
            switch (state, byte) {
            case (.firstKey, UInt8(ascii: "\"")), (.key, UInt8(ascii: "\"")):
                var tokenizer = JSONTokenizer(byteOffset: piece.byteOffset)
                let nameEnd = try tokenizer.tokenize(bytes.extracting(..<end), from: index)
                (name, index, state) = (index + 1..<nameEnd - 1, nameEnd, .colon)
            // Records may follow at once, without an array around them. Whatever else does is a bad one.
            case (.afterRecord, _): state = .line
            case (.afterElement, UInt8(ascii: "{")) where piece.depth == 0: return index
            case (.afterElement, _), (.element, UInt8(ascii: "]")), (.element, UInt8(ascii: ",")),
                (.firstElement, UInt8(ascii: ",")), (.firstKey, _), (.key, _), (.colon, _), (.afterMember, _):
                throw CatalogSyntaxError(
                    .unexpected(at: index, in: bytes, from: piece.byteOffset, expected: state.phrase))
            default: return index
            }
        }
        guard piece.isLast, state != .line, state != .afterRecord, piece.depth > 0 else { return nil }
        throw .cutShort(byteOffset: piece.byteOffset + end, expected: state.phrase)
    }

    /// The error of the next record if it is too long.
    var tooLarge: CatalogSyntaxError {
        .tooLarge(byteOffset: piece.byteOffset + index, limit: ChunkBuffer.byteLimit)
    }

    /// Passes a record that ends before an index.
    @inline(__always)
    mutating func pass(to end: Int) {
        index = end
        state = state == .line ? .afterRecord : state == .value ? .afterMember : .afterElement
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
    ///
    /// - Parameter limit: the number of bytes that are looked at. Where each line is cut off, it is done for each.
    private func bracketEnd(in bytes: Span<UInt8>, within limit: Int = .max) -> Int? {
        let bytes = bytes.extracting(..<(index + min(limit, end - index)))
        var ends = JSONEnds(from: index)
        let found = ends.firstEnd(of: state == .line ? .line : .element, in: bytes)
        return found.flatMap { $0.isMatched ? $0.index : nil }
    }

    /// The index of the end of the record's first line; `nil` if the error is on a later one. A line that was cut off
    /// has its error at the brace that the next line begins with.
    private func lineEnd(in bytes: Span<UInt8>, errorIndex: Int) -> Int? {
        let lineEnd = (index..<end).first { bytes[$0].endsLine } ?? end
        if errorIndex <= lineEnd { return lineEnd }
        let isCutOff = bytes.passingBlanks(from: lineEnd) == errorIndex && bytes[errorIndex] == UInt8(ascii: "{")
        return isCutOff && bracketEnd(in: bytes, within: 1 << 12) == nil ? lineEnd : nil
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

    /// The part after a byte that belongs to the container itself; `nil` if the byte does not, or does not fit.
    @inline(__always)
    func part(after byte: UInt8) -> ExpectedPart? {
        switch (self, byte) {
        case (.afterMember, UInt8(ascii: ",")): .key
        case (.colon, UInt8(ascii: ":")): .value
        case (.afterElement, UInt8(ascii: ",")): .element
        case (.line, .recordSeparator), (.line, 0x1a), (.afterRecord, .recordSeparator), (.afterRecord, 0x1a): .line
        default: nil
        }
    }

    /// The byte ends the container.
    @inline(__always)
    func isEnd(_ byte: UInt8) -> Bool {
        switch self {
        case .firstKey, .afterMember: byte == UInt8(ascii: "}")
        case .firstElement, .afterElement: byte == UInt8(ascii: "]")
        default: false
        }
    }

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
