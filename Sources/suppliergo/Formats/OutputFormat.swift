/// What `--format` can say.
enum OutputFormat: String, CaseIterable, Sendable {
    case card, tsv, csv, json, ndjson
}

extension OutputFormat {
    /// Makes the formatter that prints suppliers one after the other.
    ///
    /// - Parameters:
    ///   - style: how standard output may be written to.
    ///   - width: the terminal's columns; `nil` where standard output is no terminal, so that a program or a file
    ///     receives every field as it is, and nothing is shortened.
    func makeFormatter(style: TextStyle, width: Int?) -> any SupplierFormatter {
        switch self {
        case .card: CardLineFormatter(style: style, width: width)
        case .tsv: TSVFormatter(isForTerminal: width != nil)
        case .csv: CSVFormatter(isForTerminal: width != nil)
        case .json: JSONFormatter(layout: .array, isForTerminal: width != nil)
        case .ndjson: JSONFormatter(layout: .lines, isForTerminal: width != nil)
        }
    }
}
