/// The members beside a catalog's array that name its next page and count its suppliers.
struct CatalogEnvelope: Sendable, Equatable {
    /// The names of the members that count, the first one first.
    enum Member: String, Sendable, CaseIterable {
        case next, links
        case hypertextLinks = "_links"
        case nextLink = "@odata.nextLink"
        case nextPageURL = "next_page_url"

        case count, total, totalCount
        case entityCount = "@odata.count"
        case totalResults
    }

    /// The next page that an envelope names.
    enum Link: Sendable, Equatable {
        /// None: this page is the last one.
        case none

        /// A URL, absolute or relative to this page's.
        case page(String)

        /// A value that is not a URL, as a clause.
        case unusable(String)
    }

    private var links: [Member: Link] = [:]
    private var totals: [Member: Int] = [:]

    /// The next page: the first member that names one, else the first that is unusable.
    var next: Link {
        let named = Member.allCases.compactMap { links[$0] }.filter { $0 != .none }
        return named.first { if case .page = $0 { true } else { false } } ?? named.first ?? .none
    }

    /// The number of suppliers that the catalog says it has, on all its pages. Of several numbers the largest counts, since
    /// one of them may be this page's.
    var total: Int? { totals.values.max() }

    /// Reads a member.
    ///
    /// - Parameters:
    ///   - value: the index of the value's first token.
    ///   - block: the tokens, and the bytes that they are in.
    mutating func read(_ member: Member, at value: Int, of block: RecordBlock) {
        switch member {
        case .next, .nextLink, .nextPageURL:
            links[member] = Self.link(member.rawValue, at: value, of: block)
        case .links:
            links[member] = Self.link("links.next", in: JSONObject(block, at: value), "next", of: block)
        case .hypertextLinks:
            let link = JSONObject(block, at: value)?.value(of: "next")
            links[member] = link.map { Self.link("_links.next", at: $0, of: block) }
        case .count, .total, .totalCount, .entityCount, .totalResults:
            totals[member] = Self.number(at: value, of: block)
        }
    }

    private static func link(
        _ path: String, in object: JSONObject?, _ name: String, of block: RecordBlock
    ) -> Link? {
        object?.value(of: name).map { link(path, at: $0, of: block) }
    }

    /// Reads a link: a string, or under `links` and `_links` an object with a string `href`.
    private static func link(_ path: String, at value: Int, of block: RecordBlock) -> Link {
        let token = block.tokens[value]
        if token.isOf(.null) { return .none }
        if path.hasSuffix("links.next"),
            let link = link(path + ".href", in: JSONObject(block, at: value), "href", of: block)
        {
            return link
        }
        guard let text = block.text(at: value) else {
            return .unusable("'\(path)' is \(RecordReader(block).description(of: value))")
        }
        if text.isEmpty { return .none }
        guard ["http://", "https://", "/", "?"].contains(where: text.hasPrefix) else {
            return .unusable("'\(path)' is \(RecordReader(block).description(of: value))")
        }
        return .page(text)
    }

    /// Reads a number, which some servers write as a string.
    private static func number(at value: Int, of block: RecordBlock) -> Int? {
        let token = block.tokens[value]
        if let text = block.text(at: value) { return Int(text) }
        guard token.isOf(.number) else { return nil }
        return JSONNumber.integer(block.bytes.span.extracting(token.range)).flatMap { Int(exactly: $0) }
    }
}
