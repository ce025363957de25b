internal import CSystem

/// The processor's own instructions for SHA-256, ten times as fast as the same steps one by one.
enum SHA256Instructions {
    /// Whether there are any.
    static let areThere = csystem_has_sha256() != 0

    /// Takes whole blocks of 64 bytes into a hash (FIPS 180-4, section 6.2.2).
    ///
    /// - Parameter constants: those of section 4.2.2.
    static func compress(
        _ blocks: Span<UInt8>, into hash: inout InlineArray<8, UInt32>, _ constants: Span<UInt32>
    ) {
        precondition(areThere && constants.count == 64, "the processor has the instructions")
        let count = blocks.count / 64
        var target = hash.mutableSpan
        unsafe target.withUnsafeMutableBufferPointer { hash in
            unsafe constants.withUnsafeBufferPointer { constants in
                unsafe blocks.withUnsafeBufferPointer { blocks in
                    unsafe csystem_sha256(hash.baseAddress, constants.baseAddress, blocks.baseAddress, count)
                }
            }
        }
    }
}
