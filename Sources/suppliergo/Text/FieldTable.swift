/// Names and their values, a line each or, if a value is longer than the line, several.
struct FieldTable: Sendable {
    /// A row.
    struct Field: Sendable {
        /// The name, which has its own column.
        let name: String

        /// The value as it is shown.
        let value: String

        /// Styles one line's part of the value.
        let emphasis: @Sendable (Substring) -> StyledText

        /// Creates a row; nothing in it is styled by default.
        init(
            _ name: String, _ value: String, emphasis: @escaping @Sendable (Substring) -> StyledText = { .init($0) }
        ) {
            self.name = name
            self.value = value
            self.emphasis = emphasis
        }
    }

    /// The rows.
    let fields: [Field]

    /// Draws the table's lines: names as wide as the longest, two spaces, values.
    ///
    /// - Parameters:
    ///   - width: the columns that a line may take; `nil` for any number. Longer values continue in the next line.
    ///   - style: the style of names.
    func lines(width: Int? = nil, style: TextStyle = .plain) -> [StyledText] {
        let indent = (fields.map(\.name.displayWidth).max() ?? 0) + 2
        return fields.flatMap { field in
            let parts = width.map { field.value.wrapped(toWidth: max(1, $0 - indent)) } ?? [field.value[...]]
            return parts.enumerated().map { index, part in
                let name = index == 0 ? field.name.padded(toWidth: indent - 2) : ""
                let margin = String(repeating: " ", count: indent - name.displayWidth)
                return style.dim(name) + StyledText(margin) + field.emphasis(part)
            }
        }
    }

    /// The table without styles; each line ends with a line feed.
    var text: String {
        lines().map { "\($0)\n" }.joined()
    }
}
