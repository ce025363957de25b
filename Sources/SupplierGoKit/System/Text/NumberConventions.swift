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
