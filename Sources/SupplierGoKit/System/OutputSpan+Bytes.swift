extension OutputSpan<UInt8> {
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
