internal import CSystem

/// What the allocator does with freed memory.
package enum FreedMemory {
    /// Lets the allocator keep some bytes at the end of each of its areas, 128 KiB if this is not called (`M_TRIM_THRESHOLD` of
    /// `mallopt(3)`).
    package static func keep(upTo byteCount: Int) { _ = mallopt(-1, Int32(byteCount)) }
}
