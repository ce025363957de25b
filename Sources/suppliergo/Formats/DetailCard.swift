import SupplierGoKit

/// One supplier, in a frame.
struct DetailCard: Sendable {
    /// The position of a picture's first cell, counted from 0.
    static let pictureOrigin = (row: 1, column: 2)

    /// The narrowest terminal on which a card has a picture.
    static let leastPictureWidth = 40

    var supplier: Supplier
    var avatar: AvatarState

    /// The query whose matches stand out.
    var query = SupplierQuery("")

    /// The picture in the card's corner.
    var picture: Picture?

    /// True if the avatar's particulars and its file are there too.
    var hasDetails = false

    /// The reason why the supplier's details are missing or old, or `nil` if it needs no word.
    var detailsNote: String?

    /// The supplier's edit, or `nil` without one.
    var edit: SupplierEdits.Applied?

    /// The catalog as the command line gave it, for the commands that a conflict names; `nil` if it did not.
    var catalogWord: String?

    /// Draws the card: full name and company on top, then a row a field, then the record's other fields.
    ///
    /// The frame is as wide as its longest line. On a terminal it is never wider than `width`: longer values continue
    /// in the next line.
    ///
    /// - Parameter width: the terminal's columns, or `nil` if lines may have any length.
    func render(style: TextStyle, width: Int?) -> [UInt8] {
        Array(lines(style: style, width: width).map { "\($0)\n" }.joined().utf8)
    }

    /// The card's lines.
    func lines(
        style: TextStyle, width: Int?, fillsWidth: Bool = false, rowLimit: Int = ElementTable.usualRowCount,
        isInFront: Bool = false
    ) -> CardLines {
        CardLines(
            fields: fields(style: style), members: CardMember.all(of: supplier), rowLimit: rowLimit, style: style,
            width: width, fillsWidth: fillsWidth, isInFront: isInFront
        ) { headings(style: style, width: $0) }
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

    private var titles: [(field: Supplier.Field, text: String)] {
        [.fullname, .company].map { ($0, supplier[$0].visibleText) }.filter { !$0.text.isEmpty }
    }

    private func fields(style: TextStyle) -> [FieldTable.Field] {
        [
            field("Phone", .phone, linkedTo: TelephoneNumber(supplier.phone)?.uri, style: style),
            field("E-mail", .email, linkedTo: MailAddresses.link(of: supplier.email), style: style),
        ].filter { !$0.value.isEmpty } + (supplier.createdAt.map { [.init("Since", $0.minuteName)] } ?? [])
            + [field("Id", .id, style: style)] + avatarFields(style: style)
            + (detailsNote.map { [.init("Details", $0.visibleText)] } ?? [])
            + (edit?.noteFields(catalog: catalogWord) ?? [])
    }

    private func field(
        _ name: String, _ field: Supplier.Field, linkedTo target: String? = nil, style: TextStyle
    ) -> FieldTable.Field {
        let marks = MatchMarks(query: query, style: style)
        return .init(name, supplier[field].visibleText) {
            style.link(marks.marked($0, in: field), to: target).isolated(by: style)
        }
    }

    private func avatarFields(style: TextStyle) -> [FieldTable.Field] {
        switch avatar {
        case .none: return [.init("Avatar", "none")]
        case .awaited: return [.init("Avatar", "on its way") { style.dim(String($0)) }]
        case .failed(let reason): return [.init("Avatar", reason.visibleText, isMessage: true)]
        case .loaded(let picture, let byteCount, let file, let isStale):
            guard hasDetails else { return isStale ? [.init("Avatar", "stale")] : [] }
            let facts = Self.facts(kind: picture?.kind, size: picture?.size, byteCount: byteCount, style: style)
            let avatar = FieldTable.Field("Avatar", facts + (isStale ? ", stale" : ""))
            guard let file else { return [avatar] }
            let link = Hyperlink.file(file)
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
        [.webp: "WebP", .jxl: "JPEG XL", .jp2: "JPEG 2000"][self] ?? rawValue.uppercased()
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
