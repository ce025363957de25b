import SupplierGoKit

/// What `--format` can say.
enum OutputFormat: String, CaseIterable, Sendable {
    case card, tsv, csv, json, ndjson, vcard, html, markdown
}

extension OutputFormat {
    /// Whether the avatars themselves are in it, so that they have to be there before it is written.
    var embedsAvatars: Bool { self == .vcard || self == .html }

    /// Whether it has headings, which groups need; the others are lists that programs read.
    var hasHeadings: Bool { self == .card || self == .html || self == .markdown }

    /// Makes the formatter that prints suppliers one after the other.
    ///
    /// - Parameters:
    ///   - style: how standard output may be written to.
    ///   - width: the terminal's columns; `nil` where standard output is no terminal, so that a program or a file
    ///     receives every field as it is, and nothing is shortened.
    ///   - catalog: where the suppliers come from.
    ///   - query: what they were looked for by, to be set off where people read.
    func makeFormatter(
        style: TextStyle, width: Int?, catalog: CatalogLocation, query: SupplierQuery
    ) -> any SupplierFormatter {
        switch self {
        case .card: CardLineFormatter(style: style, width: width, query: query)
        case .tsv: TSVFormatter(isForTerminal: width != nil)
        case .csv: CSVFormatter(isForTerminal: width != nil)
        case .json: JSONFormatter(layout: .array, isForTerminal: width != nil)
        case .ndjson: JSONFormatter(layout: .lines, isForTerminal: width != nil)
        case .vcard: VCardFormatter(catalog: catalog, isForTerminal: width != nil)
        case .html: HTMLFormatter(catalog: catalog, isForTerminal: width != nil)
        case .markdown: MarkdownFormatter(isForTerminal: width != nil)
        }
    }
}
