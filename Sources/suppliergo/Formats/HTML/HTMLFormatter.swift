import FoundationEssentials
import SupplierGoKit

/// Prints one self-contained page: a card a supplier, with the avatar's bytes in it, or initials.
struct HTMLFormatter: SupplierFormatter {
    /// The innermost element that is open.
    private enum Level {
        case page, sheet, group
    }

    private let title: String
    private let isForTerminal: Bool
    private var level = Level.page

    /// Creates a formatter.
    ///
    /// - Parameters:
    ///   - catalog: the page is named after its host or file; the rest of its location may be private.
    ///   - isForTerminal: true if what a terminal would obey is written out (``Swift/String/visibleText``).
    init(catalog: CatalogLocation, isForTerminal: Bool) {
        self.isForTerminal = isForTerminal
        title =
            switch catalog {
            case .remote(let url): "Suppliers of " + (url.host(percentEncoded: false) ?? "")
            case .file(let path): "Suppliers of " + (path.split(separator: "/").last.map(String.init) ?? "")
            case .command(let name): "Suppliers of " + name
            case .standardInput: "Suppliers"
            }
    }

    mutating func begin(asOf date: Date?) -> String {
        HTMLPage.head(title: text(title), day: date.map { String(Timestamp($0).description.prefix(10)) })
    }

    mutating func heading(of company: String, count: Int, isFirst: Bool) -> String {
        defer { level = .group }
        let heading = "<h2><bdi>\(text(company))</bdi> <span>(\(Count.formatted(count)))</span></h2>"
        return closing + "<section>\n\(heading)\n<ul class=\"sheet\">\n"
    }

    mutating func add(_ fields: FieldRanges, in text: Span<UInt8>, _ avatar: ListedAvatar, into output: inout [UInt8]) {
        guard let supplier = Supplier(fields, in: text) else { return }
        if level == .page {
            output.append("<ul class=\"sheet\">\n")
            level = .sheet
        }
        output.append("<li class=\"card\">\n")
        appendFace(of: supplier, avatar.image, into: &output)
        output.append(facts(of: supplier))
        output.append("</li>\n")
    }

    mutating func end(isEmpty: Bool) -> String { closing + HTMLPage.foot }

    /// The end of the innermost element.
    private var closing: String {
        switch level {
        case .page: ""
        case .sheet: "</ul>\n"
        case .group: "</ul>\n</section>\n"
        }
    }

    /// Adds the picture, never inline, since an SVG in the document itself could run scripts.
    private func appendFace(of supplier: Supplier, _ image: [UInt8]?, into output: inout [UInt8]) {
        if let image, let kind = ImageHeader.kind(of: image.span), kind.isDrawnByBrowsers {
            output.append("<img class=\"face\" width=\"64\" height=\"64\" loading=\"lazy\" decoding=\"async\" alt=\"")
            output.append("Picture of \(text(supplier.fullname))\" src=\"data:\(kind.mediaType);base64,")
            output.append(base64: image)
            output.append("\">\n")
        } else {
            let initials = Initials(of: supplier)
            let tint = initials.tint % HTMLPage.tints.count
            output.append("<span class=\"face t\(tint)\" aria-hidden=\"true\">\(text(initials.text))</span>\n")
        }
    }

    private func facts(of supplier: Supplier) -> String {
        let heading = level == .group ? "h3" : "h2"
        let since = supplier.createdAt.map { time in
            "<dt>Since</dt><dd><time datetime=\"\(time)\">\(time.description.prefix(10))</time></dd>\n"
        }
        let edited = supplier.editedFields
        let edit =
            edited.isEmpty
            ? "" : "\n<dt>Edited</dt><dd>\(edited.contains(.id) ? "added" : edited.names.joined(separator: ", "))</dd>"
        let links = [
            ("E-mail", supplier.email, MailAddresses.link(of: supplier.email)),
            ("Phone", supplier.phone, TelephoneNumber(supplier.phone)?.uri),
        ].filter { !$0.1.isEmpty }.map { "<dt>\($0)</dt><dd>\(link($1, to: $2))</dd>\n" }.joined()
        return """
            <div class="facts">
            <\(heading) class="name" dir="auto">\(text(supplier.fullname))</\(heading)>
            <p class="company" dir="auto">\(text(supplier.company))</p>
            <dl>
            \(links)\(since ?? "")<dt>Id</dt><dd><bdi>\(text(supplier.id.rawValue))</bdi></dd>\(edit)
            \(CardMember.all(of: supplier).map(fact).joined())</dl>
            </div>

            """
    }

    /// One of the record's other fields, as the card on a terminal has it.
    private func fact(_ member: CardMember) -> String {
        let term = "<dt class=\"d\(member.depth)\"><bdi>\(text(member.name))</bdi>"
        switch member.content {
        case .text(let value): return "\(term)</dt><dd><bdi>\(text(value))</bdi></dd>\n"
        case .list: return "\(term)</dt><dd><bdi>\(text(member.text(width: nil, ellipsis: "…")))</bdi></dd>\n"
        case .table(let table):
            let count = "<span>(\(Count.formatted(table.elements.count)))</span>"
            return "\(term) \(count)</dt>\n<dd class=\"wide\" tabindex=\"0\">\(rows(of: table))</dd>\n"
        }
    }

    private func rows(of table: ElementTable) -> String {
        let paths = table.columns(ofFirst: ElementTable.usualRowCount)
        let count = min(table.elements.count, ElementTable.usualRowCount)
        let values = (0..<count).map { table.row($0, paths) }
        func row(_ tag: String, _ cells: [CellColumns.Cell?]) -> String {
            let cells = cells.map { cell in
                let start = cell?.isNumber == true ? "<\(tag) class=\"n\">" : "<\(tag)>"
                return "\(start)<bdi>\(text(cell?.text ?? ""))</bdi></\(tag)>"
            }
            return "<tr>\(cells.joined())</tr>\n"
        }
        let head = paths == [[]] ? "" : row("th", CellColumns(paths, rows: values, width: nil).titles)
        let body = values.map { row("td", CellColumns.cells(of: $0)) }.joined()
        let rest = table.elements.count - count
        return "<table>\n\(head)\(body)</table>"
            + (rest == 0 ? "" : "<p class=\"quiet\">and \(Count.formatted(rest)) more</p>")
    }

    private func link(_ value: String, to target: String?) -> String {
        // The best place to break a long address is before its host.
        let shown = text(value).replacing("@", with: "<wbr>@")
        guard let target else { return "<bdi>\(shown)</bdi>" }
        return "<a href=\"\(target)\" dir=\"auto\">\(shown)</a>"
    }

    private func text(_ value: String) -> String {
        HTMLText.escaped(isForTerminal ? value.visibleText : value)
    }
}

extension ImageHeader.Kind {
    fileprivate var isDrawnByBrowsers: Bool { ![.heic, .tiff, .jxl, .jp2].contains(self) }
}

/// Text that HTML shows as it is.
enum HTMLText {
    /// Escapes markup, for content and for quoted attributes. Control characters, which HTML does not allow, become
    /// U+FFFD.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n", "\t", "\r": result += " "
            default: result.unicodeScalars.append(scalar.isControl ? "\u{fffd}" : scalar)
            }
        }
    }
}
