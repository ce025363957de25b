import SupplierGoKit

/// A supplier's fields as text for an editor: `field = value` lines, with the rules as comments.
struct EditForm: Sendable {
    /// A mistake in the text.
    struct Mistake: Sendable, Hashable {
        /// The number of its line, from 0, or `nil` if the line is missing.
        let line: Int?

        let text: String
    }

    /// The user's text, read.
    struct Reading: Sendable {
        /// The lines of fields, by the field.
        var lines: [Supplier.Field: Int] = [:]

        /// The values that differ from the shown ones.
        var values: [Supplier.Field: String] = [:]
        var mistakes: [Mistake] = []
    }

    /// The beginning of a line that names a mistake.
    private static let mark = "# ! "

    let heading: String

    /// The values as they are now.
    let values: [Supplier.Field: String]

    /// The text before it was edited.
    var text: String {
        let fields = Supplier.Field.editable.map { field in
            "\n# \(field.rawValue): \(field.rule)\n\(field.rawValue) = \(shown(field))\n"
        }
        return "# \(heading.visibleText)\n"
            + "# Save to keep your changes. An empty file, or an editor that fails, gives up.\n" + fields.joined()
    }

    /// Reads the text again. A field without a line stays as it is.
    func read(_ text: String) -> Reading {
        var reading = Reading()
        for (number, line) in Self.lines(of: text).enumerated() {
            let line = line.trimmed
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmed
            guard parts.count == 2, let field = Supplier.Field.editable(named: name) else {
                let sentence =
                    parts.count == 2
                    ? Self.sentence(ofUnknownField: name) : "this line is not 'field = value'"
                reading.mistakes.append(Mistake(line: number, text: sentence))
                continue
            }
            if reading.lines[field] != nil {
                reading.mistakes.append(Mistake(line: number, text: "\(name) is given twice"))
            }
            reading.lines[field] = number
            let value = parts[1].trimmed
            if value != shown(field) { reading.values[field] = meant(value, field) }
        }
        return reading
    }

    private static func sentence(ofUnknownField name: String) -> String {
        let names = Supplier.Field.editable.map(\.rawValue)
        let nearest = NearestWord.to(name, among: names).map { "did you mean '\($0)'?" }
        return "'\(name.visibleText)' is not a field: \(nearest ?? "the fields are " + names.joined(separator: ", "))"
    }

    /// The user's text with the mistakes above their lines, in the place of those that were named before.
    static func marked(_ text: String, _ mistakes: [Mistake]) -> String {
        var marked: [String] = mistakes.filter { $0.line == nil }.map { mark + $0.text }
        for (number, line) in lines(of: text).enumerated() {
            marked += mistakes.filter { $0.line == number }.map { mark + $0.text }
            if !line.hasPrefix(mark) { marked.append(String(line)) }
        }
        return marked.joined(separator: "\n")
    }

    private static func lines(of text: String) -> [Substring] {
        let mark = text.unicodeScalars.first == "\u{feff}" ? 1 : 0
        return String(text.unicodeScalars.dropFirst(mark))
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }

    /// A value in one line; one that is not touched stays as it is.
    private func shown(_ field: Supplier.Field) -> String { (values[field] ?? "").visibleText.trimmed }

    /// A written value with the characters that the line shows written out.
    private func meant(_ value: String, _ field: Supplier.Field) -> String {
        Set((values[field] ?? "").unicodeScalars).filter(\.mayBeHidden).reduce(value) { meant, scalar in
            meant.replacing(String(scalar).visibleText, with: String(scalar))
        }
    }
}
