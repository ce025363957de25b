import SupplierGoKit

/// One supplier with all that is known, in a frame.
struct DetailCard: Sendable {
    /// A field's name and value, and how the value is set off.
    private struct Row {
        let label: String
        let value: String
        var emphasis: (String) -> String = { $0 }
    }

    private static let labelWidth = 6

    private let supplier: Supplier
    private let picture: Picture

    /// Creates a card.
    init(supplier: Supplier, picture: Picture) {
        self.supplier = supplier
        self.picture = picture
    }

    /// Draws the card: full name and company on top, then a row a field.
    ///
    /// The frame is as wide as its longest line. On a terminal it is never wider than `width`, and longer values go on
    /// in the next line; nothing is cut off. Below 24 columns there is no frame.
    ///
    /// - Parameter width: the terminal's columns, or `nil` where lines may have any length.
    func render(style: TextStyle, width: Int?) -> [UInt8] {
        if let width, width < 24 { return Array(unframed(style: style, width: width).utf8) }
        let frame = Frame(style: style, width: width)
        let headings = zip(titles, [style.bold, style.accent]).flatMap { title, emphasis in
            frame.lines(of: title, emphasis: emphasis)
        }
        let fields = rows(style: style).flatMap { row in
            frame.lines(of: row.value, label: row.label.padded(toWidth: Self.labelWidth), emphasis: row.emphasis)
        }
        return Array(frame.drawn([headings, fields]).utf8)
    }

    private func unframed(style: TextStyle, width: Int) -> String {
        let fields = rows(style: style).map { "\($0.label): \($0.value)" }
        return (titles + fields).flatMap { $0.wrapped(toWidth: width) }.map { $0 + "\n" }.joined()
    }

    private var titles: [String] {
        [supplier.fullname, supplier.company].map(\.visibleText).filter { !$0.isEmpty }
    }

    private func rows(style: TextStyle) -> [Row] {
        let rows = [
            Row(label: "E-mail", value: supplier.email.visibleText),
            Row(label: "Phone", value: supplier.phone.visibleText),
            Row(label: "Since", value: supplier.createdAt.calendarDay),
            Row(label: "Id", value: supplier.id.rawValue.visibleText),
        ]
        switch picture {
        case .none:
            return rows + [Row(label: "Avatar", value: "none")]
        case .image(let header, let byteCount, let file):
            let facts = Self.facts(kind: header?.kind, size: header?.size, byteCount: byteCount, style: style)
            let fileRow = file.map { Row(label: "File", value: $0.visibleText) }
            return rows + [Row(label: "Avatar", value: facts)] + [fileRow].compactMap(\.self)
        case .failed(let reason):
            let value = "not available: " + reason.visibleText
            return rows + [Row(label: "Avatar", value: value, emphasis: style.warning)]
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
