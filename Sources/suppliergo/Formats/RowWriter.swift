import SupplierGoKit

/// Writes rows for programs: texts under the same names, as a line of tsv or csv (RFC 4180), or as a JSON object.
///
/// `RecordText.swift` has the escapes: ``TSVText`` and ``CSVText``.
struct RowWriter: Sendable {
    let names: [String]

    /// `tsv`, which has no names, `csv`, `json` or `ndjson`.
    let format: OutputFormat

    /// True if a terminal shows the rows, so that everything that it would obey is written out.
    let isForTerminal: Bool

    /// The text before the first line.
    var heading: String { format == .csv ? line(names) : "" }

    /// A row on one line; a missing value is null, or empty in tsv and csv.
    func line(_ row: [String?]) -> String {
        guard !format.isJSON else { return JSONMembers(names, row).jsonLine(isForTerminal: isForTerminal) }
        var line: [UInt8] = []
        for (index, text) in row.enumerated() {
            if index > 0 { line.append(format == .csv ? "," : "\t") }
            let text = (text ?? "").utf8
            line.append(addingCapacity: 2 * text.count + 2) { output in
                format == .csv ? CSVText.write(text.span, into: &output) : TSVText.write(text.span, into: &output)
            }
        }
        if isForTerminal { line.replaceHidden(from: 0, by: format.replacement) }
        return String(decoding: line, as: UTF8.self) + format.recordEnd
    }

    /// All of the output: one array in json, otherwise the heading and a line a row.
    func text(of rows: [[String?]]) -> String {
        guard format != .json else { return rows.map { JSONMembers(names, $0) }.jsonLine(isForTerminal: isForTerminal) }
        return heading + rows.map(line).joined()
    }
}

/// A value that is printed in JSON (RFC 8259). ``RecordFormatter`` prints lists of suppliers with the same strings; the
/// file of an ``EditDocument`` has its own form.
protocol JSONWritable: Sendable {
    /// Writes the value; a missing one is `null`.
    func write(to json: inout [UInt8])
}

extension JSONWritable {
    /// The value on one line.
    ///
    /// - Parameter isForTerminal: true if everything that a terminal would obey is escaped. Default `false`.
    func jsonLine(isForTerminal: Bool = false) -> String {
        var json: [UInt8] = []
        write(to: &json)
        if isForTerminal { json.replaceHidden(from: 0, by: \.escapedForJSON) }
        return String(decoding: json, as: UTF8.self) + "\n"
    }
}

/// An object, whose members keep their order.
struct JSONMembers: JSONWritable, ExpressibleByDictionaryLiteral {
    let members: [(String, any JSONWritable)]

    init(dictionaryLiteral members: (String, any JSONWritable)...) {
        self.members = members
    }

    init(_ names: [String], _ values: [any JSONWritable]) {
        members = Array(zip(names, values))
    }

    func write(to json: inout [UInt8]) {
        for (index, (name, value)) in members.enumerated() {
            json.append(index == 0 ? "{" : ",")
            name.write(to: &json)
            json.append(":")
            value.write(to: &json)
        }
        json.append(members.isEmpty ? "{}" : "}")
    }
}

extension String: JSONWritable {
    func write(to json: inout [UInt8]) {
        json.append(addingCapacity: JSONText.growth * utf8.count + 2) { JSONText.write(utf8.span, into: &$0) }
    }
}

/// A value in a column: those that a path through arrays has found are one text, or null if they are empty.
extension JSONValue: JSONWritable {
    func write(to json: inout [UInt8]) {
        guard let joinedText else { return json.append(self.json) }
        (joinedText.isEmpty ? nil : joinedText).write(to: &json)
    }
}

extension Int: JSONWritable {
    func write(to json: inout [UInt8]) { json.append(String(self)) }
}

/// A number of seconds with at most three decimals.
extension Duration: JSONWritable {
    func write(to json: inout [UInt8]) {
        let thousandths = Int((self / .milliseconds(1)).rounded())
        let isWhole = thousandths.isMultiple(of: 1000)
        json.append(isWhole ? "\(thousandths / 1000)" : "\(Double(thousandths) / 1000)")
    }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    func write(to json: inout [UInt8]) {
        if let self { self.write(to: &json) } else { json.append("null") }
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    func write(to json: inout [UInt8]) {
        for (index, element) in enumerated() {
            json.append(index == 0 ? "[" : ",")
            element.write(to: &json)
        }
        json.append(isEmpty ? "[]" : "]")
    }
}
