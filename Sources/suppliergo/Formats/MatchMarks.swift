import SupplierGoKit

/// Marks the parts of shown text that match a query.
struct MatchMarks: Sendable, Hashable {
    let query: SupplierQuery

    let style: TextStyle

    var isEmpty: Bool { !style.usesColor || query.isEmpty }

    /// Marks the matches in a field's text as it is shown, escaped and shortened; the rest is styled by `emphasis`.
    func marked(
        _ text: String, in field: Supplier.Field, emphasis: (String) -> StyledText = { StyledText($0) }
    ) -> StyledText {
        marked(text[...], in: field, emphasis: emphasis)
    }

    /// Marks the matches in one line of such a text; a match that continues in the next line is marked in both.
    func marked(
        _ text: Substring, in field: Supplier.Field, emphasis: (String) -> StyledText = { StyledText($0) }
    ) -> StyledText {
        guard !isEmpty else { return emphasis(String(text)) }
        let line = text.startIndex..<text.endIndex
        var result: StyledText = ""
        var end = text.startIndex
        for match in query.matchedParts(of: text.base, in: field) where match.overlaps(line) {
            let range = match.clamped(to: line)
            if end < range.lowerBound { result += emphasis(String(text[end..<range.lowerBound])) }
            result += style.match(String(text[range]))
            end = range.upperBound
        }
        return end < text.endIndex || text.isEmpty ? result + emphasis(String(text[end...])) : result
    }
}
