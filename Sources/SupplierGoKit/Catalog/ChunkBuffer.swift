/// The bytes of a catalog that were not passed, as they come in chunks, and the pieces that a splitter makes of them.
///
/// A chunk is not copied. Only the record that it begins is joined with its end in the next chunk.
struct ChunkBuffer {
    private var pieces: [RecordPiece] = []

    /// The beginning of a record, from the chunks before ``bytes``.
    private var begun: [UInt8] = []

    /// The last chunk, or several that were joined, and the index of the next byte.
    private(set) var bytes: [UInt8] = []
    var index = 0

    /// The offset of the first of ``bytes`` in the catalog.
    private(set) var byteOffset = 0

    init(byteOffset: Int = 0) {
        self.byteOffset = byteOffset
    }

    /// The first record was begun in the chunks before.
    var hasBegun: Bool { !begun.isEmpty }

    /// The number of bytes that were not passed.
    var count: Int { begun.count + bytes.count - index }

    /// Takes the pieces that are complete.
    mutating func takePieces() -> [RecordPiece] {
        defer { pieces.removeAll() }
        return pieces
    }

    /// Appends a chunk, and drops the bytes that were passed.
    ///
    /// - Parameters:
    ///   - isApart: the bytes that are left are the beginning of a record.
    ///   - start: the offset in the catalog of passed bytes that are kept too. Default none.
    /// - Returns: how far the bytes before, or their end, have moved towards the first index.
    mutating func append(_ chunk: [UInt8], isApart: Bool, keepingFrom start: Int? = nil) -> Int {
        let passed = isApart ? bytes.count : start.map { $0 - byteOffset } ?? index
        if isApart {
            begun += bytes[index...]
            (bytes, index) = (chunk, 0)
        } else {
            if passed > 0 { bytes = Array(bytes[passed...]) }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            index -= passed
        }
        byteOffset += passed
        return passed
    }

    /// Joins the beginning of a record with all that follows it.
    mutating func join() {
        bytes.insert(contentsOf: begun, at: 0)
        byteOffset -= begun.count
        begun = []
    }

    /// Adds a piece, and gives it the bytes up to an index.
    @discardableResult
    mutating func add(_ piece: RecordPiece, to end: Int) -> RecordPiece {
        var piece = piece
        (piece.bytes, piece.byteOffset, piece.range) = (bytes, byteOffset, index..<end)
        if hasBegun {
            piece.bytes = begun + bytes[index..<end]
            piece.byteOffset -= begun.count
            piece.range = piece.bytes.indices
            begun = []
        }
        pieces.append(piece)
        index = end
        return piece
    }

    /// Adds the place of a record on lines that was dropped since it is too long.
    mutating func addDropped(at byteOffset: Int) {
        pieces.append(RecordPiece(byteOffset: byteOffset, start: .line, isCut: true))
    }
}
