@testable import SupplierGoKit

extension [UInt8] {
    /// Bytes as the RFC prints them: hexadecimal digits with spaces between.
    init(dump: String) {
        let digits = dump.compactMap { $0.hexDigitValue.map(UInt8.init) }
        precondition(digits.count.isMultiple(of: 2), "a byte has two digits")
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

extension HPACKHead {
    /// The fields where they say they are.
    var lines: [String] {
        fields.map { field in
            let (name, value) = (text[field.name], text[field.value])
            return "\(String(decoding: name, as: UTF8.self)): \(String(decoding: value, as: UTF8.self))"
        }
    }

    /// Whether the text is the fields' lines and nothing else.
    var isWhole: Bool { String(decoding: text, as: UTF8.self) == lines.map { $0 + "\r\n" }.joined() }
}

extension HPACKDecoder {
    /// The fields of a block.
    mutating func lines(of block: [UInt8]) throws(Failure) -> [String] {
        var head = HPACKHead(byteLimit: 1 << 20)
        try decode(block.span, into: &head)
        precondition(head.isWhole, "fields are as long as their lines")
        return head.lines
    }

    /// Why a block cannot be decoded, or `nil`.
    func failure(of block: [UInt8]) -> Failure? {
        var copy = self
        do {
            _ = try copy.lines(of: block)
            return nil
        } catch {
            return error
        }
    }

    /// The entries of the dynamic table, the newest first.
    var entries: [String] {
        var (copy, entries) = (self, [String]())
        while let lines = try? copy.lines(of: Self.indexed(62 + entries.count)) { entries += lines }
        return entries
    }

    /// A field that is a table's entry.
    static func indexed(_ index: Int) -> [UInt8] {
        var block: [UInt8] = []
        HPACKInteger.append(index, prefixBitCount: 7, pattern: 0x80, to: &block)
        return block
    }

    /// A field that is added to the table.
    static func added(_ name: String, _ value: String, isHuffmanCoded: Bool = false) -> [UInt8] {
        var block: [UInt8] = [0x40]
        for string in [Array(name.utf8), Array(value.utf8)] {
            let bytes = isHuffmanCoded ? HuffmanEncoding.bytes(of: string) : string
            HPACKInteger.append(bytes.count, prefixBitCount: 7, pattern: isHuffmanCoded ? 0x80 : 0, to: &block)
            block += bytes
        }
        return block
    }

    /// A change of the table's size.
    static func tableSize(_ size: Int) -> [UInt8] {
        var block: [UInt8] = []
        HPACKInteger.append(size, prefixBitCount: 5, pattern: 0x20, to: &block)
        return block
    }
}
