/// One value or member name of a scanned record, in eight bytes.
///
/// A record's tokens stand in document order: a container before what it holds, a member's name before its value.
struct JSONToken: Sendable, Equatable {
    /// What a token can be.
    enum Kind: UInt32 {
        case object, array, string, number, `true`, `false`, null

        /// A record that is larger than the scanner keeps; nothing else is known of it.
        case oversized
    }

    /// The largest ``length`` that can be said; longer ones are cut to it.
    static let lengthLimit = 0x0fff_ffff

    /// The offset in its portion: of the first byte, for a string of the first one after the quotation mark.
    var start: UInt32

    private var bits: UInt32

    init(_ kind: Kind, start: Int, length: Int = 0, isMarked: Bool = false) {
        self.start = UInt32(truncatingIfNeeded: start)
        bits =
            kind.rawValue << 29 | (isMarked ? 1 << 28 : 0) | UInt32(truncatingIfNeeded: min(length, Self.lengthLimit))
    }

    var kind: Kind {
        @inline(__always) get { Kind(rawValue: bits >> 29) ?? .oversized }
    }

    /// Whether the token is a string without escapes.
    @inline(__always)
    var isPlainString: Bool { bits >> 28 == Kind.string.rawValue << 1 }

    /// Whether the token says the same as another one, but for where it is.
    @inline(__always)
    func isLike(_ other: JSONToken) -> Bool { bits == other.bits }

    /// Where a scalar's bytes are, in its portion.
    var range: Range<Int> {
        @inline(__always) get { Int(start)..<end }
    }

    /// Where a scalar ends, in its portion.
    var end: Int {
        @inline(__always) get { Int(start) &+ length }
    }

    /// Whether the token is of this kind; cheaper than ``kind`` where the kind is a constant.
    @inline(__always)
    func isOf(_ kind: Kind) -> Bool { bits >> 29 == kind.rawValue }

    /// For a string whether it holds escapes, for a number whether it has a fraction or an exponent, for a container
    /// whether it holds others.
    var isMarked: Bool {
        @inline(__always) get { bits & (1 << 28) != 0 }
    }

    mutating func mark() {
        bits |= 1 << 28
    }

    /// The number of bytes; for a container the number of tokens inside it.
    var length: Int {
        @inline(__always) get { Int(bits & UInt32(Self.lengthLimit)) }
        set { bits = bits & ~UInt32(Self.lengthLimit) | UInt32(truncatingIfNeeded: min(newValue, Self.lengthLimit)) }
    }

    /// The number of tokens up to the next value or name on the same level.
    var stride: Int {
        @inline(__always) get { bits >> 29 <= Kind.array.rawValue ? length + 1 : 1 }
    }
}
