/// Writes rows for programs: texts under the same names, as a line of csv (RFC 4180) or as a JSON object.
struct RowWriter: Sendable {
    let names: [String]

    /// `csv`, `json` or `ndjson`.
    let format: OutputFormat

    /// True if a terminal shows the rows, so that everything that it would obey is written out.
    let isForTerminal: Bool

    /// The text before the first line.
    var heading: String { format == .csv ? CSVText.line(names) : "" }

    /// A row on one line; a missing value is null, or empty in csv.
    func line(_ row: [String?]) -> String {
        format == .csv
            ? CSVText.line(row, isForTerminal: isForTerminal)
            : JSONMembers(names, row).jsonLine(isForTerminal: isForTerminal)
    }

    /// All of the output: one array in json, otherwise the heading and a line a row.
    func text(of rows: [[String?]]) -> String {
        guard format != .json else { return rows.map { JSONMembers(names, $0) }.jsonLine(isForTerminal: isForTerminal) }
        return heading + rows.map(line).joined()
    }
}
