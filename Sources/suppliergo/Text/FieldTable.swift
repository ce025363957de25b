/// Names and their values, a line each or, if a value is longer than the line, several.
struct FieldTable: Sendable {
    /// A row.
    struct Field: Sendable {
        /// The name, which has its own column.
        let name: String

        /// The value as it is shown.
        let value: String

        /// The spaces before the name.
        let indent: Int

        /// True if the value is a message, which never widens a table.
        let isMessage: Bool

        /// Styles one line's part of the value.
        let emphasis: @Sendable (Substring) -> StyledText

        /// Creates a row; nothing in it is styled by default.
        init(
            _ name: String, _ value: String, indent: Int = 0, isMessage: Bool = false,
            emphasis: @escaping @Sendable (Substring) -> StyledText = { .init($0) }
        ) {
            (self.name, self.value, self.indent) = (name, value, indent)
            (self.isMessage, self.emphasis) = (isMessage, emphasis)
        }
    }

    /// The columns between a name and its value.
    static let gap = 2

    /// The rows.
    let fields: [Field]

    /// Draws the table's lines: names as wide as the longest, two spaces, values.
    ///
    /// - Parameters:
    ///   - width: the columns that a line may take; `nil` for any number. Longer values continue in the next line.
    ///   - nameWidth: the columns of names. Default `nil`, for those of the longest. Longer names continue likewise.
    ///   - messageWidth: the columns that messages may take in any case. Default `nil`, for all.
    ///   - style: the style of names.
    func lines(
        width: Int? = nil, nameWidth: Int? = nil, messageWidth: Int? = nil, style: TextStyle = .plain
    ) -> [StyledText] {
        let nameWidth = nameWidth ?? fields.map { $0.indent + $0.name.displayWidth }.max() ?? 0
        let start = nameWidth + Self.gap
        let own = fields.filter { !$0.isMessage }.map { start + $0.value.displayWidth }.max() ?? 0
        let messageWidth = messageWidth.map { min(width ?? .max, max($0, own)) } ?? width
        return fields.flatMap { field in
            let names = field.name.wrapped(toWidth: max(1, nameWidth - field.indent))
            let room = field.isMessage ? messageWidth : width
            let parts = room.map { field.value.wrapped(toWidth: max(1, $0 - start)) } ?? [field.value[...]]
            return (0..<max(names.count, parts.count)).map { index in
                let margin = StyledText(String(repeating: " ", count: field.indent))
                let name = index < names.count ? margin + style.dim(String(names[index])) : ""
                guard index < parts.count, !parts[index].isEmpty else { return name }
                return name.padded(toWidth: start) + field.emphasis(parts[index])
            }
        }
    }

    /// The table without styles; each line ends with a line feed.
    var text: String {
        lines().map { "\($0)\n" }.joined()
    }
}
