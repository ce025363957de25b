internal import CSystem

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
    /// The bytes come before the others in lexicographical order (`memcmp(3)`).
    func precedes(_ other: Span<UInt8>) -> Bool {
        let order = unsafe withUnsafeBytes { bytes in
            unsafe other.withUnsafeBytes { others in
                guard let first = bytes.baseAddress, let second = others.baseAddress else { return Int32(0) }
                return unsafe memcmp(first, second, Swift.min(bytes.count, others.count))
            }
        }
        return order == 0 ? count < other.count : order < 0
    }
}

extension OutputSpan<UInt8> {
    /// Appends bytes in one copy; the output must have capacity for them.
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

extension Span<UInt8> {
    /// The bytes among the 64 from an index on that have a value, a bit for each, the first one lowest. After the
    /// last byte there are none.
    ///
    /// - Parameter bits: bits that are set in each byte before. Default none.
    @inline(__always)
    func mask(of value: UInt8, orWithBits bits: UInt8 = 0, from index: Int) -> UInt64 {
        guard index &+ 64 > count else {
            return unsafe extracting(index..<index &+ 64).withUnsafeBufferPointer { block in
                unsafe suppliergo_equal_bytes(block.baseAddress, bits, value)
            }
        }
        var mask: UInt64 = 0
        for offset in 0..<count &- index where self[index &+ offset] | bits == value { mask |= 1 << UInt64(offset) }
        return mask
    }
}
