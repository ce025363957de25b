import SupplierGoKit

/// A value of `--format`.
enum OutputFormat: String, CaseIterable, Sendable {
    case card, tsv, csv, json, ndjson, vcard, vcard4, html, markdown

    /// Whether the format holds the avatars' bytes, so that they are fetched before it is written.
    var embedsAvatars: Bool { self == .vcard || self == .vcard4 || self == .html }

    /// Whether the format has headings, which groups need; the others are lists that programs read.
    var hasHeadings: Bool { self == .card || self == .html || self == .markdown }

    /// Whether `--columns` chooses what it holds; the others have a form of their own.
    var hasColumns: Bool { !embedsAvatars }

    /// Makes the formatter of this format.
    ///
    /// - Parameters:
    ///   - style: how standard output may be styled.
    ///   - width: the columns of text in a list for people; `nil` for any number, so that nothing is cut.
    ///   - isForTerminal: whether a terminal shows it; a program or a file gets every field as it is.
    ///   - hasHeading: whether a list for people begins with the names of its columns.
    ///   - columns: what each supplier's line or object holds; `nil` for what the format usually has.
    ///   - catalog: where the suppliers come from.
    ///   - query: what was searched for, whose matches stand out where people read.
    func makeFormatter(
        style: TextStyle, width: Int?, isForTerminal: Bool, hasHeading: Bool = false, columns: [ListColumn]? = nil,
        catalog: CatalogLocation, query: SupplierQuery
    ) -> any SupplierFormatter {
        let layout = RecordLayout(columns, catalog: catalog, isForTerminal: isForTerminal)
        return switch self {
        case .card:
            CardLineFormatter(
                style: style, width: width, columns: columns, hasHeading: hasHeading, catalog: catalog, query: query)
        case .tsv: SeparatedValuesFormatter(dialect: .tsv, layout: layout)
        case .csv: SeparatedValuesFormatter(dialect: .csv, layout: layout)
        case .json: JSONFormatter(.array, layout: layout)
        case .ndjson: JSONFormatter(.lines, layout: layout)
        case .vcard: VCardFormatter(version: .three, catalog: catalog, isForTerminal: isForTerminal)
        case .vcard4: VCardFormatter(version: .four, catalog: catalog, isForTerminal: isForTerminal)
        case .html: HTMLFormatter(catalog: catalog, isForTerminal: isForTerminal)
        case .markdown: MarkdownFormatter(layout: layout)
        }
    }
}

/// A value of `--group`.
enum SupplierGrouping: String, CaseIterable, Sendable {
    /// The suppliers of each company under its name.
    case company
}

extension Arguments {
    /// The format that was asked for, or else the one that the output file's extension names.
    func outputFormat() throws(UsageError) -> OutputFormat {
        guard given(Options.format.row) == nil, let path = given(Options.output.row)?.text, path != "-" else {
            return try self[Options.format]
        }
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
            guard let format = OutputFormat(rawValue: path) else { return .card }
            throw UsageError(
                "'\(Options.output.spelling)' takes a file, and '\(path)' is a format",
                nearest: "\(Options.format.spelling) \(format.rawValue)", see: .command(command.name))
        }
        guard let format = OutputFormat(extensionOf: path) else {
            throw UsageError(
                "the extension of '\(path)' names no format: give one with '\(Options.format.spelling)'",
                see: .command(command.name))
        }
        return format
    }
}

extension OutputFormat {
    /// The format that the extension of a file's name stands for; `nil` where it has none, or another.
    init?(extensionOf path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        switch name[dot...].dropFirst().lowercased() {
        case "tsv": self = .tsv
        case "csv": self = .csv
        case "json": self = .json
        case "ndjson", "jsonl": self = .ndjson
        case "vcf": self = .vcard
        case "html": self = .html
        case "md": self = .markdown
        default: return nil
        }
    }
}
