extension RecordScanner {
    /// The string, number or literal that passes.
    struct OpenToken {
        /// The offset in the catalog of its first byte, for a string of the one after the quotation mark.
        var start = 0

        /// Whether a string is a member's name.
        var isKey = false

        /// Whether a string holds escapes, or a number a fraction or an exponent.
        var isMarked = false

        /// How many digits of a `\u` escape are still due.
        var hexadecimalsLeft = 0

        var number = NumberPart.sign
        var literal = JSONToken.Kind.null

        /// How many bytes of a literal have passed.
        var literalCount = 0
    }

    /// The part of a number that the last byte belongs to.
    enum NumberPart {
        /// The minus sign, or nothing yet.
        case sign

        /// A leading zero, which no digit may follow.
        case zero

        case integer, point, fraction, exponentMark, exponentSign, exponent
    }

    mutating func beginNumber(at index: Int) {
        token.start = chunkOffset &+ index
        token.isMarked = false
        token.number = .sign
        state = .number
    }

    mutating func scanNumber(_ bytes: Span<UInt8>, from start: Int) throws(CatalogFault) -> Int {
        var index = start
        if chunkOffset + index == token.start && bytes[index] == UInt8(ascii: "-") { index &+= 1 }
        while index < bytes.count {
            guard let part = token.number.part(after: bytes[index]) else {
                guard token.number.isComplete else { throw malformed(at: index, found: bytes[index]) }
                try endNumber(at: index)
                return index
            }
            token.number = part
            if part == .point || part == .exponentMark { token.isMarked = true }
            index &+= 1
        }
        return index
    }

    mutating func endNumber(at index: Int) throws(CatalogFault) {
        keep(.number, from: token.start, to: chunkOffset + index, isMarked: token.isMarked)
        try endValue(at: index)
    }

    mutating func beginLiteral(_ kind: JSONToken.Kind, at index: Int) {
        token.start = chunkOffset &+ index
        token.literal = kind
        token.literalCount = 0
        state = .literal
    }

    mutating func scanLiteral(_ bytes: Span<UInt8>, from start: Int) throws(CatalogFault) -> Int {
        let (letters, count) = token.literal.letters
        var index = start
        while token.literalCount < count, index < bytes.count {
            guard bytes[index] == UInt8(truncatingIfNeeded: letters >> (8 * token.literalCount)) else {
                throw malformed(at: index, found: bytes[index])
            }
            token.literalCount += 1
            index &+= 1
        }
        if token.literalCount == count {
            keep(token.literal, from: token.start, to: chunkOffset + index)
            try endValue(at: index)
        }
        return index
    }
}

extension JSONToken.Kind {
    /// A literal's letters, the first one lowest, and how many there are.
    fileprivate var letters: (UInt64, count: Int) {
        switch self {
        case .true: (0x6575_7274, 4)
        case .false: (0x65_736c_6166, 5)
        default: (0x6c6c_756e, 4)
        }
    }
}

extension RecordScanner.NumberPart {
    /// Whether a number may end here.
    var isComplete: Bool {
        switch self {
        case .zero, .integer, .fraction, .exponent: true
        case .sign, .point, .exponentMark, .exponentSign: false
        }
    }

    /// The part that a byte belongs to, or `nil` where it cannot go on the number.
    @inline(__always)
    func part(after byte: UInt8) -> Self? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            switch self {
            case .sign: byte == UInt8(ascii: "0") ? .zero : .integer
            case .zero: nil
            case .integer: .integer
            case .point, .fraction: .fraction
            case .exponentMark, .exponentSign, .exponent: .exponent
            }
        case UInt8(ascii: "."): self == .zero || self == .integer ? .point : nil
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
            self == .zero || self == .integer || self == .fraction ? .exponentMark : nil
        case UInt8(ascii: "+"), UInt8(ascii: "-"): self == .exponentMark ? .exponentSign : nil
        default: nil
        }
    }
}
