/// Byte counts for people, in decimal units with one decimal.
package enum ByteCount {
    /// Rounds a byte count that is not negative: `734 bytes`, `2.1 KB`, `1.2 MB`.
    package static func formatted(_ byteCount: Int) -> String {
        guard byteCount >= 1000 else { return Count.formatted(byteCount, "byte") }
        var tenth = 100
        for unit in ["KB", "MB", "GB", "TB", "PB"] {
            let tenths = rounded(byteCount, to: tenth)
            if tenths < 10_000 { return "\(Count.formatted(tenths: tenths)) \(unit)" }
            tenth *= 1000
        }
        let tenths = rounded(byteCount, to: tenth)
        return "\(Count.formatted(tenths: tenths)) EB"
    }

    /// A limit as people give it, `1 GiB` or `512 MiB`; like any other byte count if it is not a whole number of
    /// such units.
    package static func formatted(limit byteCount: Int) -> String {
        for (unit, shift) in [("GiB", 30), ("MiB", 20), ("KiB", 10)] where byteCount > 0 {
            if byteCount & (1 << shift - 1) == 0 { return "\(Count.formatted(byteCount >> shift)) \(unit)" }
        }
        return formatted(byteCount)
    }

    private static func rounded(_ byteCount: Int, to unit: Int) -> Int {
        byteCount / unit + (byteCount % unit >= unit / 2 ? 1 : 0)
    }
}
