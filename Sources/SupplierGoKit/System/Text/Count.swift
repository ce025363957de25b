/// Counts for people, as the locale writes numbers.
package enum Count {
    /// Groups digits: `10,000`.
    package static func formatted(_ count: Int) -> String {
        (count < 0 ? "-" : "") + NumberConventions.current.grouped(String(count.magnitude))
    }

    /// A number with one decimal: `2.1`.
    package static func formatted(tenths: Int) -> String {
        "\(tenths / 10)\(NumberConventions.current.decimalPoint)\(tenths % 10)"
    }

    /// A count with its noun, whose plural ends in "s": `1 byte`, `2 bytes`.
    package static func formatted(_ count: Int, _ noun: String) -> String {
        formatted(count) + " " + noun + (count == 1 ? "" : "s")
    }
}

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

/// The separators in numbers for people; English if the process adopts no others.
package struct NumberConventions: Sendable {
    /// The separator before the fraction of a number.
    package var decimalPoint = "."

    /// The separator of groups of digits.
    package var groupSeparator = ","

    /// The number of digits in each group, from the right; the last size repeats.
    package var groupSizes = [3]

    private static let adopted = Lock(NumberConventions())

    /// Creates the English conventions.
    package init() {}

    /// The process's conventions.
    static var current: NumberConventions { adopted.withLock { $0 } }

    /// Makes them the process's conventions, before anything is printed.
    package func adopt() {
        Self.adopted.withLock { $0 = self }
    }

    /// Puts separators between groups of digits.
    package func grouped(_ digits: String) -> String {
        guard !groupSeparator.isEmpty else { return digits }
        var groups: [Substring] = []
        var rest = digits[...]
        var sizes = groupSizes[...]
        while let size = sizes.first, size > 0, rest.count > size {
            groups.append(rest.suffix(size))
            rest.removeLast(size)
            if sizes.count > 1 { sizes.removeFirst() }
        }
        return (groups + [rest]).reversed().joined(separator: groupSeparator)
    }
}
