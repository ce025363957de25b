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
    private(set) var byteOffset: Int

    /// The number of ``bytes`` when they were last looked at.
    private var triedCount = 0

    init(byteOffset: Int = 0) { self.byteOffset = byteOffset }

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
