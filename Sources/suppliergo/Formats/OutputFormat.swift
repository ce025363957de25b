import FoundationEssentials
import SupplierGoKit

/// A value of `--format`.
enum OutputFormat: String, CaseIterable, Sendable {
    case card, tsv, csv, json, ndjson, vcard, html, text

    /// The formats of suppliers; all but `text`, which is for everything else that people read.
    static let ofSuppliers: [Self] = [.card, .tsv, .csv, .json, .ndjson, .vcard, .html]

    /// True if the format holds the avatars' bytes, so that they are fetched before it is written.
    var embedsAvatars: Bool { self == .vcard || self == .html }

    /// True if the format has headings, which groups need; the others are lists that programs read.
    var hasHeadings: Bool { self == .card || self == .html }

    /// True if `--columns` chooses what it holds; the others have a fixed form.
    var hasColumns: Bool { !embedsAvatars }

    /// Tests if the format prints what the cache holds of avatars; the cache is not read for the others.
    func readsCache(for columns: [ListColumn]?) -> Bool {
        columns?.contains(.file) ?? (self == .json || self == .ndjson)
    }

    private static let extensions: [String: Self] = [
        "tsv": .tsv, "csv": .csv, "json": .json, "html": .html, "ndjson": .ndjson, "jsonl": .ndjson, "vcf": .vcard,
    ]

    /// The format that the extension of a file's name stands for; `nil` if it has none, or another, which
    /// ``Arguments/format(by:)`` refuses.
    init?(extensionOf path: String) {
        guard let name = Self.fileExtension(of: path), let format = Self.extensions[name.lowercased()] else {
            return nil
        }
        self = format
    }

    /// The extension of a file's name; `nil` if it has none.
    static func fileExtension(of path: String) -> Substring? {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        return name[dot...].dropFirst()
    }

    /// Makes the formatter of this format.
    ///
    /// - Parameters:
    ///   - style: the style of standard output.
    ///   - width: the columns of text in a list for people; `nil` for any number, so that nothing is cut.
    ///   - isForTerminal: true if a terminal shows it; a program or a file gets every field as it is.
    ///   - hasHeading: true if a list for people begins with the names of its columns.
    ///   - columns: the fields of each line or object; `nil` for the format's usual ones.
    ///   - catalog: the suppliers' catalog.
    ///   - query: its matches stand out in formats for people.
    func makeFormatter(
        style: TextStyle, width: Int?, isForTerminal: Bool, hasHeading: Bool = false, columns: [ListColumn]? = nil,
        catalog: CatalogLocation, query: SupplierQuery
    ) -> any SupplierFormatter {
        switch self {
        case .tsv, .csv, .json, .ndjson:
            RecordFormatter(self, columns: columns, catalog: catalog, isForTerminal: isForTerminal)
        case .vcard: VCardFormatter(isForTerminal: isForTerminal)
        case .html: HTMLFormatter(catalog: catalog, isForTerminal: isForTerminal)
        case .card, .text:
            CardLineFormatter(
                style: style, width: width, columns: columns, hasHeading: hasHeading,
                resolver: EndpointResolver(against: catalog), query: query)
        }
    }
}

/// The forms of a record, for the formats that print one a supplier: tsv, csv, json and ndjson.
extension OutputFormat {
    /// True if a record is a JSON object, of an array in json. It is itself a catalog: members have its names.
    var isJSON: Bool { self == .json || self == .ndjson }

    /// The columns of a record unless others are chosen.
    var usualColumns: [ListColumn] {
        isJSON
            ? [.id, .created, .name, .avatar, .phone, .company, .email, .file]
            : [.id, .name, .company, .phone, .email, .created]
    }

    /// The most bytes that one byte of a field takes.
    var growth: Int { isJSON ? JSONText.growth : 2 }

    /// The text before each value of a column.
    func lead(of column: ListColumn, isFirst: Bool) -> String {
        switch self {
        case .tsv: isFirst ? "" : "\t"
        case .csv: isFirst ? "" : ","
        default: (isFirst ? "{" : ",") + column.key.quotedForJSON + ":"
        }
    }

    /// The text after a record.
    var recordEnd: String {
        self == .json ? "" : self == .csv ? "\r\n" : "\n"
    }

    /// Writes out a character that a terminal would obey.
    var replacement: (Unicode.Scalar) -> String {
        switch self {
        case .tsv: { $0 == "\t" ? "\t" : $0.writtenOut }
        case .csv: \.writtenOut
        default: \.escapedForJSON
        }
    }
}

/// A value of `--group`.
enum SupplierGrouping: String, CaseIterable, Sendable {
    /// The suppliers of each company under its name.
    case company
}

/// Turns suppliers into bytes, one at a time, so that a list may be of any length.
protocol SupplierFormatter: Sendable {
    /// Renders suppliers without cached avatars, on the tasks that decode them; `nil` until the columns are laid out,
    /// and if a supplier's bytes depend on the suppliers before it.
    var renderer: (any SupplierRendering)? { get }

    /// Returns the text before the first supplier.
    ///
    /// - Parameter date: when the catalog was as it is printed; `nil` if that is unknown.
    mutating func begin(asOf date: Date?) -> String

    /// Lays columns out by the first suppliers and their avatars' files, and returns a line with the columns' names.
    /// Only the first call has an effect.
    mutating func layOut(for first: [(supplier: Supplier, file: String?)]) -> [UInt8]

    /// Returns the heading of a group of `count` suppliers, before those; nothing in a format without headings.
    mutating func heading(of company: String, count: Int, isFirst: Bool) -> String

    /// Adds a supplier, whose fields are ranges in a text.
    mutating func add(_ fields: FieldRanges, in text: Span<UInt8>, _ avatar: ListedAvatar, into output: inout [UInt8])

    /// Returns the bytes to print for suppliers that were added or rendered; `isFirst` if none was printed before.
    func joining(_ rendered: [UInt8], isFirst: Bool) -> [UInt8]

    /// Returns the text after the last supplier; `isEmpty` if there was none.
    mutating func end(isEmpty: Bool) -> String
}

extension SupplierFormatter {
    var renderer: (any SupplierRendering)? { nil }

    mutating func begin(asOf date: Date?) -> String { "" }

    mutating func layOut(for first: [(supplier: Supplier, file: String?)]) -> [UInt8] { [] }

    mutating func heading(of company: String, count: Int, isFirst: Bool) -> String { "" }

    func joining(_ rendered: [UInt8], isFirst: Bool) -> [UInt8] { rendered }

    mutating func end(isEmpty: Bool) -> String { "" }
}

/// The cached avatar of a supplier that is printed.
struct ListedAvatar: Sendable {
    /// The cache's entry, or `nil` without one, or the cache was not read.
    var entry: CacheEntry?

    /// True if the avatar would be revalidated before it is used.
    var isStale = false

    /// The avatar's bytes, for formats that embed them, or `nil` if they were not read.
    var image: [UInt8]?

    /// The word of `avatarState` in json and ndjson.
    var state: String { entry == nil ? "missing" : isStale ? "stale" : "cached" }
}
