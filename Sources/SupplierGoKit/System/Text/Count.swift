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
