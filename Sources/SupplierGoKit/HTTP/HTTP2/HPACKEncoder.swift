/// Encodes the header blocks of requests to one origin on one connection, in the order in which they are sent (RFC 7541).
///
/// Four fields are the same in all requests: the first block adds them to the server's table, the later ones name them.
/// Nothing else is added, so that the indices of these do not change, and nothing is Huffman coded.
struct HPACKEncoder: Sendable {
    /// The four fields, with the index of the name in the static table.
    private let repeated: [(nameIndex: Int, value: [UInt8])]

    /// The size of a table that has the four fields.
    private let neededTableSize: Int

    /// The size that the server's table may have.
    private var tableSize = 4096

    /// Whether the server does not know ``tableSize`` yet.
    private var isTableSizeNew = false

    /// Whether the four fields are in the table.
    private var isTableFilled = false

    /// Creates the encoder of a connection.
    ///
    /// - Parameter authority: host and port of the origin.
    init(authority: Span<UInt8>, userAgent: String) {
        repeated = [
            (1, [UInt8](copying: authority)), (58, Array(userAgent.utf8)), (19, Array("*/*".utf8)),
            (16, Array("identity".utf8)),
        ]
        let nameCounts = [":authority", "user-agent", "accept", "accept-encoding"].map(\.utf8.count)
        let valueCounts = repeated.map(\.value.count)
        let byteCount = (nameCounts + valueCounts).reduce(0, +)
        neededTableSize = byteCount + repeated.count * HPACKEntry.overhead
    }

    /// Takes the server's `SETTINGS_HEADER_TABLE_SIZE`, which holds for the blocks that are encoded from now on.
    ///
    /// The next block says so where the table becomes smaller (RFC 7541, section 4.2); one that has become too small for
    /// the four fields is not used any more. A table is not made larger.
    mutating func limitTable(to size: Int) {
        guard size < tableSize else { return }
        tableSize = size < neededTableSize ? 0 : size
        isTableSizeNew = true
    }

    /// Appends the header block of a `GET` request for a resource of the origin with the scheme `https`.
    ///
    /// - Parameters:
    ///   - path: path and query, beginning with a slash.
    ///   - fields: fields besides those that every request has. They may be secrets, so that nobody on the way may add
    ///     them to a table (RFC 7541, section 7.1.3).
    mutating func encode(path: Span<UInt8>, fields: [HTTPFields.Field], into block: inout [UInt8]) {
        precondition(!path.isEmpty, "a request's path is not empty (RFC 9113, section 8.3.1)")
        if isTableSizeNew {
            HPACKInteger.append(tableSize, prefixBitCount: 5, pattern: 0x20, to: &block)
            isTableSizeNew = false
        }
        block.append(0x82)  // :method: GET
        block.append(0x87)  // :scheme: https
        if path.count == 1, path[0] == UInt8(ascii: "/") {
            block.append(0x84)  // :path: /
        } else {
            block.append(0x04)
            Self.append(string: path, to: &block)
        }
        appendRepeated(to: &block)
        for field in fields { Self.append(secret: field, to: &block) }
    }

    /// Appends the four fields.
    private mutating func appendRepeated(to block: inout [UInt8]) {
        if isTableFilled, tableSize >= neededTableSize {
            for age in repeated.indices.reversed() {
                let index = HPACKStaticTable.count + 1 + age
                HPACKInteger.append(index, prefixBitCount: 7, pattern: 0x80, to: &block)
            }
            return
        }
        isTableFilled = tableSize >= neededTableSize
        for (nameIndex, value) in repeated {
            if isTableFilled {
                HPACKInteger.append(nameIndex, prefixBitCount: 6, pattern: 0x40, to: &block)
            } else {
                HPACKInteger.append(nameIndex, prefixBitCount: 4, pattern: 0x00, to: &block)
            }
            Self.append(string: value.span, to: &block)
        }
    }

    /// Appends a field that is never to be indexed.
    private static func append(secret field: HTTPFields.Field, to block: inout [UInt8]) {
        block.append(0x10)
        let name = field.name.utf8.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }
        append(string: name.span, to: &block)
        append(string: field.value.utf8.span, to: &block)
    }

    private static func append(string: Span<UInt8>, to block: inout [UInt8]) {
        HPACKInteger.append(string.count, prefixBitCount: 7, pattern: 0x00, to: &block)
        block.append(addingCapacity: string.count) { $0.append(copying: string) }
    }
}
