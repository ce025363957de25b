/// What finds the code at the beginning of some bits.
///
/// HPACK's code is canonical: sorted by their lengths, and those of a length by their symbols, the codes ascend. So all of
/// it follows from the lengths.
struct HuffmanTable: Sendable {
    /// A code's symbol and length, in bits, in one number.
    struct Code: Sendable {
        private let bits: UInt16

        /// A byte, or ``HuffmanCode/endOfString``.
        var symbol: UInt16 { bits & 0x1ff }
        var length: Int { Int(bits &>> 9) }

        /// Whether the code is one that ``HuffmanTable/direct`` has.
        var isShort: Bool { bits != 0 }

        /// Stands for codes that are longer.
        static let long = Code(symbol: 0, length: 0)

        init(symbol: Int, length: Int) { bits = UInt16(length << 9 | symbol) }
    }

    /// The codes of one length, and of those that are shorter.
    private struct Length: Sendable {
        /// The first bits, as a word has them, that begin a longer code; zero where there is none.
        let end: UInt64

        /// The first code's bits, likewise.
        let start: UInt64

        /// Where the first code is among all that are sorted.
        let index: Int
    }

    static let shared = HuffmanTable(lengths: HuffmanCode.lengths)

    /// How many bits codes have.
    static let shortestLength = 5
    static let longestLength = 30

    /// How many bits the codes have that are found at once: those of all but a few characters of ASCII.
    private static let directBitCount = 10

    /// How many bits of a word are behind those.
    static let indirectBitCount = UInt64(64 - directBitCount)

    /// The codes by the first bits of a word.
    let direct: [Code]

    /// All codes, sorted.
    private let codes: [Code]

    /// What there is of each length from ``directBitCount`` + 1 on.
    private let longLengths: [Length]

    private init(lengths: [UInt8]) {
        let symbols = lengths.indices.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
        var direct = [Code](repeating: .long, count: 1 << Self.directBitCount)
        var (codes, longLengths): ([Code], [Length]) = ([], [])
        var start: UInt64 = 0
        for length in Self.shortestLength...Self.longestLength {
            let (index, step) = (codes.count, UInt64(1) << (64 - UInt64(length)))
            codes += symbols.filter { lengths[$0] == length }.map { Code(symbol: $0, length: length) }
            let end = start &+ UInt64(codes.count - index) &* step
            if length > Self.directBitCount {
                longLengths.append(Length(end: end, start: start, index: index))
            } else {
                let copyCount = 1 << (Self.directBitCount - length)
                let place = Int(start >> Self.indirectBitCount)
                for copy in 0..<(codes.count - index) * copyCount {
                    direct[place + copy] = codes[index + copy / copyCount]
                }
            }
            start = end
        }
        (self.direct, self.codes, self.longLengths) = (direct, codes, longLengths)
    }

    /// The code that the bits of a word begin with, the first one highest, where ``direct`` does not have it.
    ///
    /// It is right where it is not longer than the bits that are known, whatever the others are.
    @inline(never)
    static func longCode(startingWith bits: UInt64) -> Code {
        let (codes, lengths) = (shared.codes, shared.longLengths)
        var place = 0
        // The last length's end is one beyond all words, which is zero.
        while place < lengths.count - 1, bits >= lengths[place].end { place += 1 }
        let shift = UInt64(63 - directBitCount - place)
        return codes[lengths[place].index + Int((bits - lengths[place].start) >> shift)]
    }
}
