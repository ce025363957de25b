/// Decodes the header blocks of one connection, in the order in which they come (RFC 7541).
///
/// A block that cannot be decoded leaves the decoder useless: the connection is to be closed.
struct HPACKDecoder: Sendable {
    /// Where a field's name and value are in the text of a head.
    struct Field: Sendable, Hashable {
        let name: Range<Int>
        let value: Range<Int>
    }

    /// Why a block cannot be decoded: a connection error `COMPRESSION_ERROR` (RFC 9113, section 4.3).
    struct Failure: Error, Hashable {
        /// A clause about the block.
        let reason: String

        static let truncated = Failure(reason: "it ends within a field")
        static let numberTooLarge = Failure(reason: "it has a number that is too large")
        static let noEntry = Failure(reason: "it names an entry that its table does not have")
        static let noHuffmanCode = Failure(reason: "it has a string that is no Huffman code")
        static let tableTooLarge = Failure(reason: "it makes its table larger than is allowed")
        static let lateTableSize = Failure(reason: "it changes its table's size behind a field")
    }

    /// The largest size that the table may be given.
    private let tableSizeLimit: Int

    private(set) var table: HPACKDynamicTable

    /// Creates the decoder of a connection.
    ///
    /// - Parameter tableSizeLimit: `SETTINGS_HEADER_TABLE_SIZE` as the server was told; the default is the protocol's.
    init(tableSizeLimit: Int = 4096) {
        self.tableSizeLimit = tableSizeLimit
        table = HPACKDynamicTable(sizeLimit: tableSizeLimit)
    }

    /// Decodes a whole header block, and appends its fields to a head.
    ///
    /// Names and values are not looked at. A block whose fields are too many for the head is decoded nevertheless: those
    /// that follow it may depend on it.
    mutating func decode(_ block: Span<UInt8>, into head: inout HPACKHead) throws(Failure) {
        var (index, isBehindField) = (0, false)
        while index < block.count {
            let byte = block[index]
            if byte & 0xe0 == 0x20 {
                guard !isBehindField else { throw .lateTableSize }
                try limitTable(block, at: &index)
                continue
            }
            isBehindField = true
            if byte & 0x80 != 0 {
                try appendIndexed(block, at: &index, to: &head)
            } else if byte & 0x40 != 0 {
                let (line, nameCount) = try appendLiteral(block, at: &index, namePrefixBitCount: 6, to: &head.text)
                table.insert(line: head.text.span.extracting(line), nameCount: nameCount)
                head.endLine(from: line.lowerBound, nameCount: nameCount)
            } else {
                // Without indexing, or never to be indexed, which concerns who would encode it again.
                let (line, nameCount) = try appendLiteral(block, at: &index, namePrefixBitCount: 4, to: &head.text)
                head.endLine(from: line.lowerBound, nameCount: nameCount)
            }
        }
    }

    /// A dynamic table size update (section 6.3).
    private mutating func limitTable(_ block: Span<UInt8>, at index: inout Int) throws(Failure) {
        let size = try HPACKInteger.decode(block, at: &index, prefixBitCount: 5)
        guard size <= tableSizeLimit else { throw .tableTooLarge }
        table.limit(to: size)
    }

    /// An indexed field (section 6.1).
    private func appendIndexed(
        _ block: Span<UInt8>, at index: inout Int, to head: inout HPACKHead
    ) throws(Failure) {
        let place = try HPACKInteger.decode(block, at: &index, prefixBitCount: 7)
        guard place > 0 else { throw .noEntry }
        if place <= HPACKStaticTable.count {
            HPACKStaticTable.shared.appendLine(at: place, to: &head)
        } else {
            let isEntry = table.appendLine(at: place - HPACKStaticTable.count - 1, to: &head)
            guard isEntry else { throw .noEntry }
        }
    }

    /// Appends the line of a field with a literal value (section 6.2).
    private func appendLiteral(
        _ block: Span<UInt8>, at index: inout Int, namePrefixBitCount: Int, to text: inout [UInt8]
    ) throws(Failure) -> (line: Range<Int>, nameCount: Int) {
        let start = text.count
        let place = try HPACKInteger.decode(block, at: &index, prefixBitCount: namePrefixBitCount)
        if place == 0 {
            try Self.appendString(block, at: &index, to: &text)
        } else if place <= HPACKStaticTable.count {
            HPACKStaticTable.shared.appendName(at: place, to: &text)
        } else {
            let isEntry = table.appendName(at: place - HPACKStaticTable.count - 1, to: &text)
            guard isEntry else { throw .noEntry }
        }
        let nameCount = text.count - start
        text.append(UInt8(ascii: ":"))
        text.append(UInt8(ascii: " "))
        try Self.appendString(block, at: &index, to: &text)
        text.append(UInt8(ascii: "\r"))
        text.append(UInt8(ascii: "\n"))
        return (start..<text.count, nameCount)
    }

    /// Appends a string literal (section 5.2).
    private static func appendString(
        _ block: Span<UInt8>, at index: inout Int, to text: inout [UInt8]
    ) throws(Failure) {
        let isHuffmanCoded = index < block.count && block[index] & 0x80 != 0
        let count = try HPACKInteger.decode(block, at: &index, prefixBitCount: 7)
        guard count <= block.count - index else { throw .truncated }
        let string = block.extracting(index..<index + count)
        index += count
        if isHuffmanCoded {
            guard HuffmanCode.decode(string, into: &text) else { throw .noHuffmanCode }
        } else {
            text.append(addingCapacity: count) { $0.append(copying: string) }
        }
    }
}
