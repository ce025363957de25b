@testable import SupplierGoKit

/// Encodes with HPACK's Huffman code, bit by bit.
enum HuffmanEncoding {
    /// The bits of every symbol's code, counted up as a canonical code is.
    static let codes: [[Bool]] = {
        let lengths = HuffmanCode.lengths.map(Int.init)
        var codes = [[Bool]](repeating: [], count: lengths.count)
        var (next, lastLength) = (0, 0)
        for symbol in lengths.indices.sorted(by: { (lengths[$0], $0) < (lengths[$1], $1) }) {
            next <<= lengths[symbol] - lastLength
            lastLength = lengths[symbol]
            codes[symbol] = (0..<lastLength).reversed().map { next >> $0 & 1 == 1 }
            next += 1
        }
        return codes
    }()

    /// Bytes of bits, with ones behind the last.
    static func packed(_ bits: [Bool]) -> [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            (start..<start + 8).reduce(0) { $0 << 1 | ($1 >= bits.count || bits[$1] ? 1 : 0) }
        }
    }

    static func bytes(of text: [UInt8]) -> [UInt8] { packed(text.flatMap { codes[Int($0)] }) }
}
