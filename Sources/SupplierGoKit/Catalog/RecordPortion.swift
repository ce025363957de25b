/// Complete records that lie in one stretch of the catalog's bytes.
struct RecordPortion: Sendable {
    /// Bytes that hold all the records, and perhaps others around them.
    var bytes: [UInt8] = []

    /// The offset of the first of ``bytes`` in the catalog.
    var byteOffset = 0

    /// The tokens of all the records, one record after the other.
    var tokens: [JSONToken] = []

    /// The indices of the records' first tokens.
    var roots: [Int] = []

    /// The position of the first record in the catalog, from 1.
    var firstRecord = 1

    /// About how many bytes the records are: those from the first token to the last.
    var byteCount: Int { Int(tokens.last?.start ?? 0) - Int(tokens.first?.start ?? 0) }

    /// Makes room for more tokens, ever more of it at a time.
    mutating func reserveTokens(_ count: Int) {
        guard tokens.capacity - tokens.count < count else { return }
        tokens.reserveCapacity(2 * tokens.count + count)
    }

    /// The offset of a record's first byte in the catalog; a string's quotation mark is its first byte.
    func byteOffset(of record: Int) -> Int {
        let token = tokens[roots[record]]
        return byteOffset + Int(token.start) - (token.kind == .string ? 1 : 0)
    }
}
