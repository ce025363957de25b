/// One value or member name in JSON, in eight bytes.
///
/// A record's tokens are in document order: a container before what it holds, a member's name before its value.
struct JSONToken: Sendable, Equatable {
    /// The kinds of tokens.
    enum Kind: UInt32 {
        case object, array, string, number, `true`, `false`, null

        /// Nothing: the value at a path that a record does not have.
        case absent
    }

    /// The largest ``length``; longer ones are cut to it.
    private static let lengthLimit: UInt32 = 0x0fff_ffff

    /// A record has nothing at a path.
    static let absent = JSONToken(.absent, start: 0)

    /// The offset in its document: of the first byte, for a string of the byte after the quotation mark.
    var start: UInt32

    /// The kind in the highest three bits, then ``isMarked``, then the length.
    private var bits: UInt32

    init(_ kind: Kind, start: Int, length: Int = 0, isMarked: Bool = false) {
        self.start = UInt32(truncatingIfNeeded: start)
        let length = UInt32(truncatingIfNeeded: min(length, Int(Self.lengthLimit)))
        bits = kind.rawValue << 29 | (isMarked ? 1 << 28 : 0) | length
    }

    var kind: Kind {
        @inline(__always) get { Kind(rawValue: bits >> 29) ?? .absent }
    }

    /// The token is of this kind; cheaper than ``kind`` for a constant.
    @inline(__always)
    func isOf(_ kind: Kind) -> Bool { bits >> 29 == kind.rawValue }

    /// The token is an object or an array.
    @inline(__always)
    var isContainer: Bool { bits >> 29 <= Kind.array.rawValue }

    /// A string has escapes, or a number a fraction or an exponent.
    var isMarked: Bool {
        @inline(__always) get { bits & (1 << 28) != 0 }
    }

    /// The token is a string without escapes.
    @inline(__always)
    var isPlainString: Bool { bits >> 28 == Kind.string.rawValue << 1 }

    /// The number of bytes; for a container the number of tokens inside it.
    var length: Int {
        @inline(__always) get { Int(bits & Self.lengthLimit) }
        set { bits = bits & ~Self.lengthLimit | UInt32(truncatingIfNeeded: min(newValue, Int(Self.lengthLimit))) }
    }

    /// The number of tokens up to the next value or name on the same level.
    var stride: Int {
        @inline(__always) get { isContainer ? length &+ 1 : 1 }
    }

    /// The offset after a scalar's last byte, in its document.
    var end: Int {
        @inline(__always) get { Int(start) &+ length }
    }

    /// The range of a scalar's bytes in its document.
    var range: Range<Int> {
        @inline(__always) get { Int(start)..<end }
    }
}
