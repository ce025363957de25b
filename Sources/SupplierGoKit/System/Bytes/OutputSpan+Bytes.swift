extension OutputSpan<UInt8> {
    /// Adds the eight bytes of a word, the lowest first; there must be room for them.
    @inlinable @inline(__always)
    package mutating func append(word: UInt64) {
        precondition(freeCapacity >= 8, "there is room for the bytes")
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            unsafe UnsafeMutableRawBufferPointer(buffer).storeBytes(
                of: word.littleEndian, toByteOffset: count, as: UInt64.self)
            count += 8
        }
    }

    /// Adds four bytes, the lowest first; there must be room for them.
    @inline(__always)
    mutating func append(halfWord: UInt32) {
        precondition(freeCapacity >= 4, "there is room for the bytes")
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            unsafe UnsafeMutableRawBufferPointer(buffer).storeBytes(
                of: halfWord.littleEndian, toByteOffset: count, as: UInt32.self)
            count += 4
        }
    }

    /// Adds bytes in one go; there must be room for them.
    @inlinable
    package mutating func append(copying bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity, "there is room for the bytes")
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                guard let source = bytes.baseAddress, let target = buffer.baseAddress else { return }
                unsafe (target + count).initialize(from: source, count: bytes.count)
                count += bytes.count
            }
        }
    }
}
