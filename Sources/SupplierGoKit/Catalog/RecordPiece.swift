/// Consecutive bytes of a catalog with whole records in them, and what separates those.
///
/// ``CatalogSplitter`` makes pieces; a ``RecordCursor`` walks over the records of one in JSON.
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

    /// The table in CSV that it has rows of, and the line of the first one; `nil` for JSON.
    var table: CSVTable?
    var line = 0

    /// The columns, if its records are rows in JSON, as those of a table in CSV are when they are decoded.
    var columns: Columns?

    /// The catalog ends with it.
    var isLast = false
}

extension RecordPiece {
    /// The columns of a table: in JSON an array of arrays, of which the first one has the names, or one in CSV
    /// (``CSVTable``).
    struct Columns: Sendable {
        let names: [String]

        /// The names as they stand in strings, one after the other.
        let text: [UInt8]

        /// A column for each name: the name's range in ``text``, and the places of its cells, of which the first one
        /// with a value counts.
        let columns: [(name: Range<Int>, cells: [Int])]

        init(_ names: [String]) {
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

extension RecordPiece {
    /// The line of an index in it, from 1, in CSV.
    func line(at index: Int) -> Int { line + bytes.span.lineEndCount(in: range.lowerBound..<index) }

    /// The first byte in a range that is not UTF-8, and a clause; `nil` if all are.
    func encodingError(in range: Range<Int>) -> (index: Int, clause: String)? {
        let text = bytes.span.extracting(range)
        guard !text.isUTF8 else { return nil }
        let index = range.lowerBound + text.utf8Count
        // To convert all would garble what is UTF-8.
        let isMixed = !bytes.span.extracting(range.lowerBound..<index).isASCII
        let advice =
            isMixed
            ? "correct that line, since the text before it is UTF-8"
            : "if that is Latin-1, convert it with 'iconv -f CP1252 -t UTF-8'"
        return (index, "expected text in UTF-8, found \(CatalogSyntaxError.name(of: bytes[index])); \(advice)")
    }

    /// The error of a byte in CSV.
    func malformedCSV(at index: Int, _ reason: String) -> CatalogSyntaxError {
        .malformedCSV(line: line(at: index), byteOffset: byteOffset + index, reason: reason)
    }
}

extension JSONValue {
    /// The names of a table's columns, if it is the first row of one: scalars, of which at least two are texts that are
    /// not empty. A year may be a number.
    package var columnNames: [String]? {
        let cells = elements
        let names = cells.compactMap { $0.text?.trimmed ?? ($0.isEmpty && !$0.isArray ? "" : nil) }
        let textCount = cells.count { $0.string?.trimmed.isEmpty == false }
        return names.count == cells.count && textCount > 1 ? names : nil
    }
}

/// The bytes of a catalog that were not passed, as they come in chunks, and the pieces that a splitter makes of them.
///
/// A record that has not ended is joined with the next chunk and looked at anew: nothing but its bytes is kept.
struct ChunkBuffer {
    /// The most bytes that a record may have, or the members before the records, and a chunk more: 64 MiB.
    static let byteLimit = 1 << 26

    private var pieces: [RecordPiece] = []
    private(set) var bytes: [UInt8] = []

    /// The index of the next byte.
    var index = 0

    /// The offset of the first of ``bytes`` in the catalog.
    private(set) var byteOffset = 0

    /// The number of ``bytes`` when they were last looked at.
    private var triedCount = 0

    /// Takes the pieces that are complete.
    mutating func takePieces() -> [RecordPiece] {
        defer { pieces.removeAll() }
        return pieces
    }

    /// Appends a chunk, and drops the bytes that were passed.
    mutating func append(_ chunk: [UInt8]) throws(CatalogSyntaxError) {
        if isFull { throw .tooLarge(byteOffset: byteOffset + index, limit: Self.byteLimit) }
        if index == 0, !bytes.isEmpty {
            // In place, since a long record may come in many chunks.
            bytes += chunk
        } else {
            bytes = index == bytes.count ? chunk : bytes[index...] + chunk
            byteOffset += index
            (index, triedCount) = (0, 0)
        }
    }

    /// There are more bytes than may be kept.
    var isFull: Bool { bytes.count - index > Self.byteLimit }

    /// Notes that the bytes are looked at; `false` if it is too early: of many there are to be twice as many as the
    /// last time, so that no server can have each one looked at more than a few times.
    mutating func canTryAgain(isWhole: Bool) -> Bool {
        let isEarly = index == 0 && bytes.count > 1 << 16 && bytes.count < 2 * triedCount
        if isEarly, !isWhole, !isFull { return false }
        triedCount = bytes.count
        return true
    }

    /// Adds a piece, and gives it the bytes up to an index.
    mutating func add(_ piece: RecordPiece, to end: Int) {
        guard end > index || piece.isLast else { return }
        var piece = piece
        (piece.bytes, piece.byteOffset, piece.range) = (bytes, byteOffset, index..<end)
        pieces.append(piece)
        index = end
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

    /// A record on a line of its own. What follows one on its line is the next, and a bad one.
    case line

    /// The part after a byte that belongs to the container itself; `nil` if the byte does not, or does not fit.
    @inline(__always)
    func part(after byte: UInt8) -> ExpectedPart? {
        switch (self, byte) {
        case (.afterMember, UInt8(ascii: ",")): .key
        case (.colon, UInt8(ascii: ":")): .value
        case (.afterElement, UInt8(ascii: ",")): .element
        case (.line, .recordSeparator), (.line, 0x1a): .line
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
        }
    }
}
