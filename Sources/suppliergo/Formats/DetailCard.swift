import SupplierGoKit

/// One supplier, in a frame.
struct DetailCard: Sendable {
    /// The position of a picture's first cell, counted from 0.
    static let pictureOrigin = (row: 1, column: 2)

    /// The narrowest terminal on which a card has a picture.
    static let leastPictureWidth = 40

    /// The narrowest terminal on which a card has a frame.
    private static let leastFramedWidth = 24

    let supplier: Supplier
    let avatar: AvatarState

    /// The query whose matches stand out.
    var query = SupplierQuery("")

    /// The picture in the card's corner.
    var picture: Picture?

    /// True if the avatar's particulars and its file are there too.
    var hasDetails = false

    /// The supplier's edit, or `nil` if there is none.
    var edit: SupplierEdits.Applied?

    /// The catalog as the command line gave it, for the commands that a conflict names; `nil` if it did not.
    var catalogWord: String?

    /// Draws the card: full name and company on top, then a row a field.
    ///
    /// The frame is as wide as its longest line. On a terminal it is never wider than `width`: longer values continue
    /// in the next line, and nothing is cut off.
    ///
    /// - Parameters:
    ///   - width: the terminal's columns, or `nil` if lines may have any length.
    ///   - fillsWidth: true if the frame is as wide as it may be. Default `false`.
    func render(style: TextStyle, width: Int?, fillsWidth: Bool = false) -> [UInt8] {
        Array(lines(style: style, width: width, fillsWidth: fillsWidth).map { "\($0)\n" }.joined().utf8)
    }

    /// The card's lines.
    func lines(style: TextStyle, width: Int?, fillsWidth: Bool = false) -> [StyledText] {
        if let width, width < Self.leastFramedWidth { return unframed(style: style, width: width) }
        let room = width.map { $0 - CardFrame.width }
        let headings = headings(style: style, width: room).map { $0.padded(toWidth: fillsWidth ? room ?? 0 : 0) }
        let fields = FieldTable(fields: fields(style: style)).lines(width: room, style: style)
        return CardFrame(style: style).drawn([headings, fields])
    }

    /// Name and company, beside the middle of the picture if there is one.
    private func headings(style: TextStyle, width: Int?) -> [StyledText] {
        let pictureWidth = picture.map { $0.box.columns + 2 } ?? 0
        let marks = MatchMarks(query: query, style: style)
        let titles = zip(titles, [style.bold, { StyledText($0) }]).flatMap { title, emphasis in
            let parts = width.map { title.text.wrapped(toWidth: max(1, $0 - pictureWidth)) } ?? [title.text[...]]
            return parts.map { marks.marked($0, in: title.field, emphasis: emphasis).isolated(by: style) }
        }
        guard let drawn = picture?.boxLines else { return titles }
        let first = max(0, (drawn.count - titles.count) / 2)
        return (0..<max(drawn.count, titles.count)).map { row in
            let left = drawn.indices.contains(row) ? drawn[row] : ""
            guard titles.indices.contains(row - first) else { return left }
            return left.padded(toWidth: pictureWidth) + titles[row - first]
        }
    }

    private func unframed(style: TextStyle, width: Int) -> [StyledText] {
        let fields = fields(style: style).map { "\($0.name): \($0.value)" }
        return (titles.map(\.text) + fields).flatMap { $0.wrapped(toWidth: width) }.map { StyledText($0) }
    }

    private var titles: [(field: Supplier.Field, text: String)] {
        [.fullname, .company].map { ($0, supplier[$0].visibleText) }.filter { !$0.text.isEmpty }
    }

    private func fields(style: TextStyle) -> [FieldTable.Field] {
        [
            field("Phone", .phone, linkedTo: Hyperlink(phone: supplier.phone), style: style),
            field("E-mail", .email, linkedTo: Hyperlink(mailTo: supplier.email), style: style),
        ] + (supplier.createdAt.map { [.init("Since", $0.minuteName)] } ?? []) + [field("Id", .id, style: style)]
            + avatarFields(style: style)
            + supplier.otherFields.shown.map { .init($0.path.visibleText, $0.value.summary.visibleText) }
            + (edit?.noteFields(catalog: catalogWord) ?? [])
    }

    private func field(
        _ name: String, _ field: Supplier.Field, linkedTo link: Hyperlink? = nil, style: TextStyle
    ) -> FieldTable.Field {
        let marks = MatchMarks(query: query, style: style)
        return .init(name, supplier[field].visibleText) {
            style.link(marks.marked($0, in: field), to: link).isolated(by: style)
        }
    }

    private func avatarFields(style: TextStyle) -> [FieldTable.Field] {
        switch avatar {
        case .none: return [.init("Avatar", "none")]
        case .awaited: return [.init("Avatar", "on its way") { style.dim(String($0)) }]
        case .missing: return []
        case .failed(let reason, _): return [.init("Avatar", reason.visibleText)]
        case .loaded(let picture, let byteCount, let file, let isStale):
            guard hasDetails else { return isStale ? [.init("Avatar", "stale")] : [] }
            let facts = Self.facts(kind: picture?.kind, size: picture?.size, byteCount: byteCount, style: style)
            let avatar = FieldTable.Field("Avatar", facts + (isStale ? ", stale" : ""))
            guard let file else { return [avatar] }
            let link = Hyperlink(file: file)
            return [avatar, .init("File", file.visibleText) { style.link(StyledText($0), to: link) }]
        }
    }

    /// An image's facts in words: `PNG, 64 × 64 pixels, 2.1 KB`.
    static func facts(kind: ImageHeader.Kind?, size: PixelSize?, byteCount: Int, style: TextStyle) -> String {
        var facts = [kind?.name ?? "unknown kind"]
        if let size { facts.append("\(size.width) \(style.usesUnicode ? "×" : "x") \(size.height) pixels") }
        facts.append(ByteCount.formatted(byteCount))
        return facts.joined(separator: ", ")
    }
}

extension ImageHeader.Kind {
    /// The common name, such as "WebP".
    fileprivate var name: String {
        switch self {
        case .webp: "WebP"
        case .jxl: "JPEG XL"
        case .jp2: "JPEG 2000"
        default: rawValue.uppercased()
        }
    }
}

extension JSONValue {
    /// The value in one line: an object's members with their names, and a list as its count and its first entries.
    fileprivate var summary: String {
        if let text { return text }
        guard members.isEmpty else { return members.map { "\($0.name): \($0.value.summary)" }.joined(separator: ", ") }
        guard !elements.isEmpty else { return json == "false" ? "false" : "none" }
        let first = elements.prefix(3).map(\.summary).joined(separator: ", ")
        return "\(Count.formatted(elements.count)): \(first)" + (elements.count > 3 ? ", …" : "")
    }
}

extension Timestamp {
    /// The minute, in the offset that the timestamp was written with: `21 January 2021, 09:11 UTC`.
    ///
    /// Midnight in UTC is the day alone: a catalog that has only days is read so.
    fileprivate var minuteName: String {
        let text = description
        let day = LocalTime.day(of: text)
        guard !text.hasSuffix("T00:00:00Z") else { return day }
        return "\(day), \(text.dropFirst(11).prefix(5)) \(offsetMinutes == 0 ? "UTC" : text.suffix(6))"
    }
}

/// A frame around groups of lines, with a rule between groups.
struct CardFrame: Sendable {
    /// The columns that the frame itself takes.
    static let width = 4

    let style: TextStyle

    /// The groups that are not empty, framed.
    func drawn(_ groups: [[StyledText]]) -> [StyledText] {
        let groups = groups.filter { !$0.isEmpty }
        let width = groups.joined().map(\.width).max() ?? 0
        let corners = style.usesUnicode ? ["╭", "╮", "├", "┤", "╰", "╯"] : Array(repeating: "+", count: 6)
        let (horizontal, vertical) = style.usesUnicode ? ("─", "│") : ("-", "|")
        func rule(_ left: String, _ right: String) -> [StyledText] {
            [style.dim(left + String(repeating: horizontal, count: width + 2) + right)]
        }
        let side = style.dim(vertical)
        let bodies = groups.map { lines in lines.map { side + " " + $0.padded(toWidth: width) + " " + side } }
        return rule(corners[0], corners[1]) + bodies.joined(separator: rule(corners[2], corners[3]))
            + rule(corners[4], corners[5])
    }
}
