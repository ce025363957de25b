import SupplierGoKit

/// A value of `--format`.
enum OutputFormat: String, CaseIterable, Sendable {
    case card, tsv, csv, json, ndjson, vcard, vcard4, html, markdown

    /// Whether the format holds the avatars' bytes, so that they are fetched before it is written.
    var embedsAvatars: Bool { self == .vcard || self == .vcard4 || self == .html }

    /// Whether the format has headings, which groups need; the others are lists that programs read.
    var hasHeadings: Bool { self == .card || self == .html || self == .markdown }

    /// Makes the formatter of this format.
    ///
    /// - Parameters:
    ///   - style: how standard output may be styled.
    ///   - width: the terminal's columns; `nil` where standard output is not a terminal, so that a program or a file
    ///     gets every field as it is and nothing is shortened.
    ///   - catalog: where the suppliers come from.
    ///   - query: what was searched for, whose matches stand out where people read.
    func makeFormatter(
        style: TextStyle, width: Int?, catalog: CatalogLocation, query: SupplierQuery
    ) -> any SupplierFormatter {
        let isForTerminal = width != nil
        return switch self {
        case .card: CardLineFormatter(style: style, width: width, query: query)
        case .tsv: SeparatedValuesFormatter(dialect: .tsv, isForTerminal: isForTerminal)
        case .csv: SeparatedValuesFormatter(dialect: .csv, isForTerminal: isForTerminal)
        case .json: JSONFormatter(layout: .array, isForTerminal: isForTerminal)
        case .ndjson: JSONFormatter(layout: .lines, isForTerminal: isForTerminal)
        case .vcard: VCardFormatter(version: .three, catalog: catalog, isForTerminal: isForTerminal)
        case .vcard4: VCardFormatter(version: .four, catalog: catalog, isForTerminal: isForTerminal)
        case .html: HTMLFormatter(catalog: catalog, isForTerminal: isForTerminal)
        case .markdown: MarkdownFormatter(isForTerminal: isForTerminal)
        }
    }
}

/// A value of `--group`.
enum SupplierGrouping: String, CaseIterable, Sendable {
    /// The suppliers of each company under its name.
    case company
}
