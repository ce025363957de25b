extension Span<UInt8> {
    /// The eight bytes from `index`, the first one lowest: one check, one load.
    @inlinable @inline(__always)
    package func word(at index: Int) -> UInt64 {
        UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// The four bytes from `index`, likewise.
    @inlinable @inline(__always)
    package func halfWord(at index: Int) -> UInt32 {
        UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt32.self))
    }

    /// The 32 bytes from `index` as four words, the first byte of each lowest: one check, four loads.
    @inline(__always)
    func fourWords(at index: Int) -> (UInt64, UInt64, UInt64, UInt64) {
        precondition(index >= 0 && index <= count &- 32, "there are so many bytes")
        return unsafe (
            uncheckedWord(at: index), uncheckedWord(at: index &+ 8), uncheckedWord(at: index &+ 16),
            uncheckedWord(at: index &+ 24)
        )
    }

    @unsafe @inline(__always)
    private func uncheckedWord(at index: Int) -> UInt64 {
        UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
    }

    /// Whether the bytes are the same, compared eight or four at a time.
    @inline(__always)
    func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        if count >= 8 {
            var index = 0
            while index < count &- 8 {
                guard word(at: index) == other.word(at: index) else { return false }
                index &+= 8
            }
            return word(at: count &- 8) == other.word(at: count &- 8)
        }
        if count >= 4 {
            return halfWord(at: 0) == other.halfWord(at: 0)
                && halfWord(at: count &- 4) == other.halfWord(at: count &- 4)
        }
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}

extension MutableSpan<UInt8> {
    /// Writes eight bytes from `index` on, the lowest first: one check, one store.
    @inline(__always)
    mutating func store(_ word: UInt64, at index: Int) {
        precondition(index >= 0 && index <= count - 8, "there is room for the bytes")
        unsafe withUnsafeMutableBytes { bytes in
            unsafe bytes.storeBytes(of: word.littleEndian, toByteOffset: index, as: UInt64.self)
        }
    }
}
