internal import SupplierGoKit

/// Prints a supplier a line for people: full name, company and id, in columns.
///
/// On a terminal the columns fit its width, and what does not fit them is shortened; elsewhere nothing is shortened. No
/// line waits for a later one: the columns know only the longest id that was printed so far.
struct CardLineFormatter: SupplierFormatter {
    private static let gap = "  "

    private let style: TextStyle
    private let width: Int?
    private var idWidth = 4

    /// Creates a formatter; `width` is the terminal's columns, or `nil` where lines may have any length.
    init(style: TextStyle, width: Int?) {
        self.style = style
        self.width = width
    }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        let name = listed.supplier.fullname.visibleText
        let company = listed.supplier.company.visibleText
        let id = listed.supplier.id.rawValue.visibleText
        var line = ""
        if let width {
            idWidth = max(idWidth, min(id.displayWidth, width / 2))
            let columns = Columns(width: width, idWidth: idWidth)
            line += style.bold(fitted(name, to: columns.name)) + padding(after: name, to: columns.name)
            if columns.company > 0 {
                line += Self.gap + fitted(company, to: columns.company) + padding(after: company, to: columns.company)
            }
            line += Self.gap + style.dim(fitted(id, to: idWidth))
        } else {
            line += style.bold(name) + padding(after: name, to: 28) + Self.gap
            line += company.padded(toWidth: 36) + Self.gap + style.dim(id)
        }
        output.append(contentsOf: line.utf8)
        output.append(UInt8(ascii: "\n"))
    }

    private func fitted(_ text: String, to width: Int) -> String {
        text.shortened(toWidth: width, ellipsis: style.ellipsis)
    }

    private func padding(after text: String, to width: Int) -> String {
        let taken = width == 0 ? 0 : fitted(text, to: width).displayWidth
        return String(repeating: " ", count: max(0, width - taken))
    }
}
