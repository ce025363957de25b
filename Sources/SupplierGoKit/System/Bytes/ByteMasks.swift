internal import CSystem

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
