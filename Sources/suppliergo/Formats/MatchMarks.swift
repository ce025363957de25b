import SupplierGoKit

/// Sets off the parts of shown text that the words of a query stand for.
struct MatchMarks: Sendable, Hashable {
    /// The words.
    let query: SupplierQuery

    /// How text is set off.
    let style: TextStyle

    /// The text of a field as it is shown, escaped and shortened already: its matches stand out, and the rest is as
    /// `emphasis` has it.
    func marked(_ text: String, in field: SupplierField, emphasis: (String) -> String = { $0 }) -> String {
        marked(text[...], in: field, emphasis: emphasis)
    }

    /// A line's part of such a text; a match that goes on in the next line stands out in both.
    func marked(_ text: Substring, in field: SupplierField, emphasis: (String) -> String = { $0 }) -> String {
        guard style.usesColor, !query.isEmpty else { return emphasis(String(text)) }
        let line = text.startIndex..<text.endIndex
        var result = ""
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
