internal import SupplierGoKit

/// One supplier with all that is known, in a frame.
struct DetailCard: Sendable {
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
        if let width, width < 24 { return Array(unframed(width: width).utf8) }
        let frame = Frame(style: style, width: width)
        let titles = [supplier.fullname, supplier.company].map(\.visibleText).filter { !$0.isEmpty }
        let headings = zip(titles, [style.bold, style.accent]).flatMap { title, emphasis in
            frame.lines(of: title, emphasis: emphasis)
        }
        let labelWidth = 6
        let fields = rows(style: style).flatMap { label, value in
            frame.lines(of: value, label: label.padded(toWidth: labelWidth), emphasis: { $0 })
        }
        return Array(frame.drawn([headings, fields]).utf8)
    }

    private func unframed(width: Int) -> String {
        let titles = [supplier.fullname, supplier.company].map(\.visibleText).filter { !$0.isEmpty }
        let fields = rows(style: .plain).map { "\($0.label): \($0.value)" }
        return (titles + fields).flatMap { $0.wrapped(toWidth: width) }.map { $0 + "\n" }.joined()
    }

    private func rows(style: TextStyle) -> [(label: String, value: String)] {
        var rows = [
            (label: "E-mail", value: supplier.email.visibleText),
            (label: "Phone", value: supplier.phone.visibleText),
            (label: "Since", value: supplier.createdAt.calendarDay),
            (label: "Id", value: supplier.id.rawValue.visibleText),
        ]
        switch picture {
        case .none:
            rows.append((label: "Avatar", value: "none"))
        case .image(let header, let byteCount, let file):
            let parts = [
                header?.kind.name,
                header?.size.map { size in
                    "\(size.width) \(style.usesUnicode ? "×" : "x") \(size.height) pixels"
                }, ByteCount.formatted(byteCount),
            ]
            rows.append((label: "Avatar", value: parts.compactMap(\.self).joined(separator: ", ")))
            if let file { rows.append((label: "File", value: file.visibleText)) }
        case .failed(let reason):
            rows.append((label: "Avatar", value: "not available: " + reason.visibleText))
        }
        return rows
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
