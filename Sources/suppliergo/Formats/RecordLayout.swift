import SupplierGoKit

/// What each supplier's record holds in a format for programs.
struct RecordLayout: Sendable {
    /// The columns that were asked for; `nil` for those that the format usually has.
    let chosen: [ListColumn]?

    /// Whether what a terminal would obey is written out (``Swift/String/visibleText``).
    let isForTerminal: Bool

    private let resolver: EndpointResolver

    /// Creates a layout for a catalog's suppliers.
    init(_ chosen: [ListColumn]? = nil, catalog: CatalogLocation, isForTerminal: Bool) {
        self.chosen = chosen
        self.isForTerminal = isForTerminal
        resolver = EndpointResolver(against: catalog)
    }

    /// An avatar's endpoint as it means the same wherever the record is kept; `nil` where that is what the record has.
    func absoluteEndpoint(_ range: Range<Int>?, in text: Span<UInt8>) -> String? {
        guard let range, !Self.isWeb(text.extracting(range)) else { return nil }
        return Avatar(endpoint: String(decoding: text.extracting(range))).map(resolver.absoluteEndpoint)
    }

    /// Whether an endpoint begins with `http:` or `https:`, as almost all do.
    private static func isWeb(_ endpoint: Span<UInt8>) -> Bool {
        guard endpoint.count > 5, endpoint[0] == UInt8(ascii: "h"), endpoint[1] == UInt8(ascii: "t"),
            endpoint[2] == UInt8(ascii: "t"), endpoint[3] == UInt8(ascii: "p")
        else { return false }
        return endpoint[endpoint[4] == UInt8(ascii: "s") ? 5 : 4] == UInt8(ascii: ":")
    }
}

extension FieldRanges {
    /// The range of a column's field; `nil` where a record has none.
    func range(of column: ListColumn) -> Range<Int>? {
        switch column {
        case .id: id
        case .name: fullname
        case .company: company
        case .phone: phone
        case .email: email
        case .created: createdAt
        case .avatar: avatar
        case .file: nil
        }
    }
}
