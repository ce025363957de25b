import SupplierGoKit

/// Prints a supplier a line for people: full name, company and id in columns, on a terminal after the initials.
///
/// On a terminal the columns fit its width, and longer values are shortened; elsewhere nothing is. No line waits for a
/// later one: the columns follow the longest id printed so far.
struct CardLineFormatter: SupplierFormatter {
    private let style: TextStyle
    private let width: Int?
    private let marks: MatchMarks
    private var idWidth = 6
    private var hasLines = false

    /// The columns that initials take, with the gap after them.
    private static let initialsWidth = 4

    /// The narrowest terminal on which there is room for them.
    private static let leastWidthForInitials = 40

    /// Creates a formatter; matches of the query stand out.
    ///
    /// - Parameter width: the terminal's columns, or `nil` where lines may have any length.
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

/// The widths of a line's columns: full name, company and id, with gaps of two between them.
struct Columns: Sendable, Hashable {
    /// The full name's width.
    let name: Int

    /// The company's width, 0 where there is no room for it.
    let company: Int

    /// The id's width, 0 where there is no room for it.
    let id: Int

    /// The widths in a line of any length: enough for most values, and no limit for the last.
    static let unlimited = Columns(name: 28, company: 36, id: .max)

    private init(name: Int, company: Int, id: Int) {
        self.name = name
        self.company = company
        self.id = id
    }

    /// Divides a terminal's columns.
    ///
    /// Of what the id leaves, 9 parts of 20 go to the name and the rest to the company, but no more than reads easily.
    /// Where less than 20 columns would be left for both, there is no company; where less than 8, only a name.
    init(width: Int, idWidth: Int) {
        let rest = width - idWidth - 4
        if rest >= 20 {
            name = min(32, rest * 9 / 20)
            company = min(44, rest - name)
            id = idWidth
        } else if rest >= 6 {
            name = rest + 2
            company = 0
            id = idWidth
        } else {
            name = width
            company = 0
            id = 0
        }
    }
}

extension [UInt8] {
    /// Appends styled text, and spaces up to a display width.
    fileprivate mutating func append(_ text: String, paddedTo width: Int, emphasis: (String) -> String) {
        append(emphasis(text))
        append(contentsOf: repeatElement(UInt8(ascii: " "), count: Swift.max(0, width - text.displayWidth)))
    }
}
