import SupplierGoKit

/// Prints a table of suppliers (GitHub Flavored Markdown), or one a group under its heading.
struct MarkdownFormatter: SupplierFormatter {
    /// Whether what a terminal would obey is written out (``Swift/String/visibleText``).
    let isForTerminal: Bool

    private static let heading = """
        | Name | Company | E-mail | Phone | Since | Id |
        | --- | --- | --- | --- | --- | --- |

        """

    private var hasTable = false

    /// Creates a formatter.
    init(isForTerminal: Bool) {
        self.isForTerminal = isForTerminal
    }

    mutating func append(_ group: SupplierGroup, into output: inout [UInt8]) {
        if hasTable { output.append("\n") }
        output.append("## \(cell(group.company)) (\(Count.formatted(group.suppliers.count)))\n\n")
        hasTable = false
    }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        if !hasTable { output.append(Self.heading) }
        hasTable = true
        let supplier = listed.supplier
        let day = String(supplier.createdAt.description.prefix(10))
        let values = [supplier.fullname, supplier.company, supplier.email, supplier.phone, day, supplier.id.rawValue]
        output.append("| " + values.map(cell).joined(separator: " | ") + " |\n")
    }

    mutating func end(into output: inout [UInt8]) {
        if !hasTable { output.append(Self.heading) }
    }

    private func cell(_ value: String) -> String {
        MarkdownText.escaped(isForTerminal ? value.visibleText : value)
    }
}
