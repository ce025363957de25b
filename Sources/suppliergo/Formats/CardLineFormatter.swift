import SupplierGoKit

/// Prints a supplier a line for people: full name, company and id, in columns; on a terminal with initials before them.
///
/// On a terminal the columns fit its width, and what does not fit them is shortened; elsewhere nothing is shortened. No
/// line waits for a later one: the columns know only the longest id that was printed so far.
struct CardLineFormatter: SupplierFormatter {
    private let style: TextStyle
    private let width: Int?
    private let marks: MatchMarks
    private var idWidth = 6
    private var hasLines = false

    /// The columns that initials take, with the gap behind them.
    private static let initialsWidth = 4

    /// The narrowest terminal on which there is room for them.
    private static let leastWidthForInitials = 40

    /// Creates a formatter; `width` is the terminal's columns, or `nil` where lines may have any length. What the words of
    /// `query` stand for is set off.
    init(style: TextStyle, width: Int?, query: SupplierQuery) {
        marks = MatchMarks(query: query, style: style)
        self.style = style
        self.width = width
    }

    mutating func append(_ group: SupplierGroup, into output: inout [UInt8]) {
        if hasLines { output.append("\n") }
        hasLines = true
        let count = "(\(Count.formatted(group.suppliers.count)))"
        var company = group.company.visibleText
        if let width {
            company = company.shortened(toWidth: max(1, width - count.count - 1), ellipsis: style.ellipsis)
        }
        output.append("\(style.bold(company)) \(style.dim(count))\n")
    }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        var name = listed.supplier.fullname.visibleText
        var company = listed.supplier.company.visibleText
        var id = listed.supplier.id.rawValue.visibleText
        var columns = Columns.unlimited
        if let width {
            idWidth = max(idWidth, min(id.displayWidth, width / 2))
            let initialsWidth = width >= Self.leastWidthForInitials ? Self.initialsWidth : 0
            columns = Columns(width: width - initialsWidth, idWidth: idWidth)
            name = name.shortened(toWidth: columns.name, ellipsis: style.ellipsis)
            company = company.shortened(toWidth: columns.company, ellipsis: style.ellipsis)
            id = id.shortened(toWidth: columns.id, ellipsis: style.ellipsis)
        }
        if let width, width >= Self.leastWidthForInitials {
            let initials = Initials(of: listed.supplier)
            output.append(initials.text, paddedTo: Self.initialsWidth) { style.tint($0, initials.tint) }
        }
        output.append(name, paddedTo: columns.name) {
            marks.marked($0, in: .fullname, emphasis: style.bold)
        }
        if columns.company > 0 {
            output.append("  ")
            output.append(company, paddedTo: columns.company) { marks.marked($0, in: .company) }
        }
        if columns.id > 0 {
            output.append("  ")
            output.append(marks.marked(id, in: .id, emphasis: style.dim))
        }
        output.append(UInt8(ascii: "\n"))
    }
}

extension [UInt8] {
    /// Adds text in UTF-8, emphasized, with spaces behind it up to a display width.
    fileprivate mutating func append(_ text: String, paddedTo width: Int, emphasis: (String) -> String) {
        append(emphasis(text))
        append(contentsOf: repeatElement(UInt8(ascii: " "), count: Swift.max(0, width - text.displayWidth)))
    }
}
