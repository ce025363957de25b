/// Bytes read, compared and written as words of eight, four or two, the first byte lowest.
extension Span<UInt8> {
    /// The eight bytes from an index on.
    @inlinable @inline(__always)
    package func word(at index: Int) -> UInt64 {
        UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// The four bytes from an index on.
    @inlinable @inline(__always)
    package func halfWord(at index: Int) -> UInt32 {
        UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt32.self))
    }

    /// The 32 bytes from an index on as four words, with one check of bounds.
    @inline(__always)
    func fourWords(at index: Int) -> (UInt64, UInt64, UInt64, UInt64) {
        precondition(index >= 0 && index <= count &- 32, "the span holds 32 bytes")
        return unsafe (
            uncheckedWord(at: index), uncheckedWord(at: index &+ 8), uncheckedWord(at: index &+ 16),
            uncheckedWord(at: index &+ 24)
        )
    }

    @unsafe @inline(__always)
    private func uncheckedWord(at index: Int) -> UInt64 {
        UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
    }

    /// The bytes are the same, compared eight or four at a time.
    @inline(__always)
    package func isEqual(to other: Span<UInt8>) -> Bool {
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

extension Span<UInt8> {
    /// The bytes come before the others in lexicographical order, compared eight at a time.
    func precedes(_ other: Span<UInt8>) -> Bool {
        let common = Swift.min(count, other.count)
        var index = 0
        while index <= common &- 8 {
            let (word, otherWord) = (word(at: index), other.word(at: index))
            if word != otherWord { return word.byteSwapped < otherWord.byteSwapped }
            index &+= 8
        }
        while index < common {
            if self[index] != other[index] { return self[index] < other[index] }
            index &+= 1
        }
        return count < other.count
    }
}

extension MutableSpan<UInt8> {
    /// Writes a text's bytes at an index; returns the index after them.
    @discardableResult
    mutating func write(_ text: String, at start: Int) -> Int {
        write(text.utf8.span, at: start)
    }

    /// Writes bytes at an index; returns the index after them.
    @discardableResult
    mutating func write(_ source: Span<UInt8>, at start: Int) -> Int {
        precondition(start >= 0 && start + source.count <= count, "the span holds the bytes")
        unsafe withUnsafeMutableBytes { target in
            unsafe source.withUnsafeBytes { source in
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyMemory(from: source)
            }
        }
        return start + source.count
    }
}

/// Appending; the output must have capacity for the bytes.
extension OutputSpan<UInt8> {
    /// Appends the eight bytes of a word.
    @inlinable @inline(__always)
    package mutating func append(word: UInt64) {
        precondition(freeCapacity >= 8, "the output has capacity for the bytes")
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            unsafe UnsafeMutableRawBufferPointer(buffer).storeBytes(
                of: word.littleEndian, toByteOffset: count, as: UInt64.self)
            count += 8
        }
    }

    /// Appends the four bytes of half a word.
    @inline(__always)
    mutating func append(halfWord: UInt32) {
        precondition(freeCapacity >= 4, "the output has capacity for the bytes")
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            unsafe UnsafeMutableRawBufferPointer(buffer).storeBytes(
                of: halfWord.littleEndian, toByteOffset: count, as: UInt32.self)
            count += 4
        }
    }

    /// Appends bytes in one copy.
    @inlinable
    package mutating func append(copying bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity, "the output has capacity for the bytes")
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                guard let source = bytes.baseAddress, let target = buffer.baseAddress else { return }
                unsafe (target + count).initialize(from: source, count: bytes.count)
                count += bytes.count
            }
        }
    }
}

extension Array where Element: FixedWidthInteger & BitwiseCopyable {
    /// The numbers' bytes, in the machine's byte order.
    var bytes: [UInt8] { unsafe withUnsafeBytes { unsafe Array<UInt8>($0) } }
}

extension [UInt8] {
    /// Copies bytes in one go.
    init(copying bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// The words of eight bytes, in the machine's byte order, without the remaining bytes.
    var words: [UInt64] {
        let count = count / 8
        return unsafe [UInt64](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            unsafe withUnsafeBytes { bytes in
                unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(from: .init(rebasing: bytes[..<(count * 8)]))
            }
            initializedCount = count
        }
    }
}
