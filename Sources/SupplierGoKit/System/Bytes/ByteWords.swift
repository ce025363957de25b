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

    /// The bytes are the same, compared eight at a time.
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
    /// Appends the digits of a number, their letters in lower case.
    mutating func append(hexadecimal number: UInt64, digitCount: Int) {
        var digits = InlineArray<16, UInt8>(repeating: 0)
        for index in digits.indices {
            digits[index] = UInt8(hexadecimalDigit: UInt8(truncatingIfNeeded: number &>> UInt64(60 - 4 * index) & 0xf))
        }
        append(copying: digits.span.extracting(last: digitCount))
    }

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

extension String {
    /// Creates text in place from at most `capacity` bytes of UTF-8.
    init(capacity: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        self = unsafe String(unsafeUninitializedCapacity: capacity) { buffer in
            var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
            write(&output)
            return unsafe output.finalize(for: buffer)
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

    /// The index after bytes that stand at a range before it too; `nil` if there are others, or none after them.
    @inline(__always)
    func passing(_ range: Range<Int>, from index: Int) -> Int? {
        let end = index &+ range.count
        guard range.lowerBound >= 0, range.upperBound <= index, index <= end, end < count else { return nil }
        return unsafe extracting(unchecked: range).isEqual(to: extracting(unchecked: index..<end)) ? end : nil
    }

    /// The index, from `start`, of the first quotation mark, backslash or control character, or `count`.
    @inline(__always)
    func firstStringStop(from start: Int) -> Int {
        precondition(start >= 0 && start <= count, "the bytes have the index")
        var index = start
        while index &+ 16 <= count {
            let stops = unsafe extracting(unchecked: index..<index &+ 16).withUnsafeBufferPointer { block in
                unsafe suppliergo_string_stops(block.baseAddress, 16)
            }
            if stops != 0 { return index &+ stops.trailingZeroBitCount }
            index &+= 16
        }
        let stops = unsafe extracting(unchecked: index..<count).withUnsafeBufferPointer { rest in
            unsafe suppliergo_string_stops(rest.baseAddress, rest.count)
        }
        return stops == 0 ? count : index &+ stops.trailingZeroBitCount
    }
}
