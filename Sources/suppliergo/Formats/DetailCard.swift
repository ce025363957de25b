import SupplierGoKit

/// One supplier with all that is known, in a frame.
struct DetailCard: Sendable {
    /// A field's name and value, and how the value is set off.
    private struct Row {
        let label: String
        let value: String
        var emphasis: (Substring) -> String = { String($0) }
    }

    private static let labelWidth = 6

    private let supplier: Supplier
    private let picture: Picture
    private let query: SupplierQuery
    private let tile: CardTile?

    /// Creates a card; `tile` stands in its corner, and what the words of `query` stand for is set off.
    init(supplier: Supplier, picture: Picture, query: SupplierQuery = SupplierQuery(""), tile: CardTile? = nil) {
        self.query = query
        self.supplier = supplier
        self.picture = picture
        self.tile = tile
    }

    /// Where a tile's first cell is, counted from the card's own first line and column, which are 0.
    static let tileOrigin = (row: 1, column: 2)

    /// The narrowest terminal on which a card has a tile.
    static let leastTiledWidth = 40

    /// Draws the card: full name and company on top, then a row a field.
    ///
    /// The frame is as wide as its longest line. On a terminal it is never wider than `width`, and longer values go on
    /// in the next line; nothing is cut off. Below 24 columns there is no frame.
    ///
    /// - Parameter width: the terminal's columns, or `nil` where lines may have any length.
    func render(style: TextStyle, width: Int?) -> [UInt8] {
        if let width, width < 24 { return Array(unframed(style: style, width: width).utf8) }
        let frame = Frame(style: style, width: width)
        let fields = rows(style: style).flatMap { row in
            frame.lines(of: row.value, label: row.label.padded(toWidth: Self.labelWidth), emphasis: row.emphasis)
        }
        return Array(frame.drawn([headings(in: frame, style: style), fields]).utf8)
    }

    /// Name and company, beside the tile's middle where there is one.
    private func headings(in frame: Frame, style: TextStyle) -> [StyledLine] {
        let tileWidth = tile == nil ? 0 : CardTile.box.columns + 2
        let marks = MatchMarks(query: query, style: style)
        let titles = zip(titles, [style.bold, { $0 }]).flatMap { title, emphasis in
            frame.lines(of: title.text, reserving: tileWidth) {
                marks.marked($0, in: title.field, emphasis: emphasis)
            }
        }
        guard let tile else { return titles }
        let first = max(0, (tile.lines.count - titles.count) / 2)
        return (0..<max(tile.lines.count, titles.count)).map { row in
            let left = tile.lines.indices.contains(row) ? tile.lines[row] : StyledLine(text: "", width: 0)
            guard titles.indices.contains(row - first) else { return left }
            let (start, title) = (left.padded(toWidth: tileWidth), titles[row - first])
            return StyledLine(text: start.text + title.text, width: tileWidth + title.width)
        }
    }

    private func unframed(style: TextStyle, width: Int) -> String {
        let fields = rows(style: style).map { "\($0.label): \($0.value)" }
        return (titles.map(\.text) + fields).flatMap { $0.wrapped(toWidth: width) }.map { String($0) + "\n" }.joined()
    }

    private var titles: [(field: SupplierField, text: String)] {
        [.fullname, .company].map { ($0, $0.text(of: supplier).visibleText) }.filter { !$0.text.isEmpty }
    }

    private func rows(style: TextStyle) -> [Row] {
        let rows = [
            row("E-mail", .email, linkedTo: Hyperlink(mailTo: supplier.email), style: style),
            row("Phone", .phone, linkedTo: Hyperlink(phone: supplier.phone), style: style),
            Row(label: "Since", value: supplier.createdAt.calendarDay), row("Id", .id, style: style),
        ]
        switch picture {
        case .none:
            return rows + [Row(label: "Avatar", value: "none")]
        case .awaited: return rows + [Row(label: "Avatar", value: "on its way", emphasis: { style.dim(String($0)) })]
        case .image(let header, let byteCount, let file, let isStale):
            var facts = Self.facts(kind: header?.kind, size: header?.size, byteCount: byteCount, style: style)
            if isStale { facts += ", stale" }
            let fileRow = file.map { path in
                Row(label: "File", value: path.visibleText) { style.link(String($0), to: Hyperlink(file: path)) }
            }
            return rows + [Row(label: "Avatar", value: facts)] + [fileRow].compactMap(\.self)
        case .failed(let reason):
            return rows + [Row(label: "Avatar", value: "not available: " + reason.visibleText)]
        }
    }

    private func row(
        _ label: String, _ field: SupplierField, linkedTo link: Hyperlink? = nil, style: TextStyle
    ) -> Row {
        let marks = MatchMarks(query: query, style: style)
        return Row(label: label, value: field.text(of: supplier).visibleText) {
            style.link(marks.marked($0, in: field), to: link)
        }
    }

    /// What is known of an image, in words: `PNG, 64 × 64 pixels, 2.1 KB`.
    static func facts(kind: ImageKind?, size: PixelSize?, byteCount: Int, style: TextStyle) -> String {
        var facts = [kind?.name ?? "unknown kind"]
        if let size { facts.append("\(size.width) \(style.usesUnicode ? "×" : "x") \(size.height) pixels") }
        facts.append(ByteCount.formatted(byteCount))
        return facts.joined(separator: ", ")
    }
}

extension Timestamp {
    /// The day in the offset that the timestamp was written with, for people: `21 January 2021`.
    fileprivate var calendarDay: String {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let parts = description.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return description }
        return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
    }
}
