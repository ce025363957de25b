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

        /// Whether it names the next page.
        var isLink: Bool {
            switch self {
            case .next, .links, .hypertextLinks, .nextLink, .nextPageURL: true
            case .count, .total, .totalCount, .entityCount, .totalResults: false
            }
        }
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

    /// Sets the next page, which no member names.
    mutating func follow(_ target: String) { links[.next] = .page(target) }

    /// Whether the document is in CSV, which has no such members.
    var isCSV = false

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

    /// Whether a member beside the array, or around that, is of any use.
    static func reads(_ name: String, at level: Int, _ shape: CatalogShape) -> Bool {
        Member(rawValue: name) != nil
            || [shape.next, shape.total].contains { $0.flatMap { rest(of: $0, after: name, at: level, shape) } != nil }
    }

    /// Reads a member beside the array, or around that.
    ///
    /// - Parameters:
    ///   - level: the number of containers around the object that has it.
    ///   - value: the index of the value's first token.
    ///   - block: the tokens, and the bytes that they are in.
    mutating func read(_ name: String, at level: Int, _ value: Int, of block: RecordBlock, _ shape: CatalogShape) {
        let places = [(shape.next, Member.next), (shape.total, .total)]
        for case (let path?, let member) in places {
            guard let rest = Self.rest(of: path, after: name, at: level, shape),
                let value = RecordReader(block).value(at: rest[...], from: value)
            else { continue }
            if member == .next {
                links[.next] = Self.link(path.text, at: value, of: block)
            } else {
                totals[.total] = Self.number(at: value, of: block)
            }
        }
        guard let member = Member(rawValue: name), shape.places[member.isLink ? .next : .total] == nil else { return }
        read(member, at: value, of: block)
    }

    /// The steps of a path after a member; `nil` if it leads elsewhere.
    private static func rest(
        of path: FieldPath, after name: String, at level: Int, _ shape: CatalogShape
    ) -> [FieldMap.Step]? {
        let start = (shape.records?.steps.prefix(level) ?? []) + [name]
        guard path.steps.starts(with: start) else { return nil }
        return path.steps.dropFirst(start.count).map { FieldMap.Step(name: Array($0.utf8), index: Int($0)) }
    }

    private mutating func read(_ member: Member, at value: Int, of block: RecordBlock) {
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
        if path.hasSuffix("links.next"),
            let link = link(path + ".href", in: JSONObject(block, at: value), "href", of: block)
        {
            return link
        }
        switch token.kind {
        case .null, .false, .array, .object: return .none
        default: break
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
