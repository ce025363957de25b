import SupplierGoKit

/// Prints a supplier a line for people: full name, company and id, in columns.
///
/// On a terminal the columns fit its width, and what does not fit them is shortened; elsewhere nothing is shortened. No
/// line waits for a later one: the columns know only the longest id that was printed so far.
struct CardLineFormatter: SupplierFormatter {
    private let style: TextStyle
    private let width: Int?
    private var idWidth = 6

    /// Creates a formatter; `width` is the terminal's columns, or `nil` where lines may have any length.
    init(style: TextStyle, width: Int?) {
        self.style = style
        self.width = width
    }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        var name = listed.supplier.fullname.visibleText
        var company = listed.supplier.company.visibleText
        var id = listed.supplier.id.rawValue.visibleText
        var columns = Columns.unlimited
        if let width {
            idWidth = max(idWidth, min(id.displayWidth, width / 2))
            columns = Columns(width: width, idWidth: idWidth)
            name = name.shortened(toWidth: columns.name, ellipsis: style.ellipsis)
            company = company.shortened(toWidth: columns.company, ellipsis: style.ellipsis)
            id = id.shortened(toWidth: columns.id, ellipsis: style.ellipsis)
        }
        output.append(name, paddedTo: columns.name, emphasis: style.bold)
        if columns.company > 0 {
            output.append("  ")
            output.append(company, paddedTo: columns.company, emphasis: { $0 })
        }
        if columns.id > 0 {
            output.append("  ")
            output.append(style.dim(id))
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
