import CSystem

/// The allocator's handling of freed memory.
enum FreedMemory {
    /// Lets the allocator keep some bytes at the end of each of its areas (`M_TRIM_THRESHOLD` of `mallopt(3)`), and
    /// blocks of up to half as many in them (`M_MMAP_THRESHOLD`). Without a call both begin with 128 KiB, and grow with
    /// the blocks that are freed; the first alone would hold the second at that.
    static func keep(upTo byteCount: Int) {
        _ = mallopt(-1, Int32(byteCount))
        _ = mallopt(-3, Int32(byteCount / 2))
    }
}
