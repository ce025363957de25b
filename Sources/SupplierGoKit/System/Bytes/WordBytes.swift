extension [UInt64] {
    /// The words' bytes, in the machine's order.
    var bytes: [UInt8] { unsafe withUnsafeBytes { unsafe Array<UInt8>($0) } }
}

extension [UInt8] {
    /// Copies bytes in one go.
    init(copying bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// The words of eight bytes, in the machine's order; what is over is left out.
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
