/// The members beside a catalog's array that name its next page and count its suppliers.
struct CatalogEnvelope: Sendable, Equatable {
    /// The members that name the next page unless the shape has a place for it, the first one first.
    private static let links = paths(
        ["next"], ["links", "next"], ["_links", "next"], ["@odata.nextLink"], ["next_page_url"])

    /// The members that count the suppliers unless the shape has a place for it.
    private static let totals = paths(["count"], ["total"], ["totalCount"], ["@odata.count"], ["totalResults"])

    private static func paths(_ paths: [String]...) -> [FieldPath] {
        paths.map { FieldPath(steps: $0, text: $0.joined(separator: ".")) }
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
    mutating func follow(_ target: String) { links[0] = .page(target) }

    /// Whether the document is in CSV, which has no such members.
    var isCSV = false

    /// The values of the members, by the places of their paths.
    private var links: [Int: Link] = [:]
    private var totals: [Int: Int] = [:]

    /// The next page: the first member that names one, else the first that is unusable.
    var next: Link {
        let named = links.keys.sorted().compactMap { links[$0] }.filter { $0 != .none }
        return named.first { if case .page = $0 { true } else { false } } ?? named.first ?? .none
    }

    /// The number of suppliers that the catalog says it has, on all its pages. Of several numbers the largest counts, since
    /// one of them may be this page's.
    var total: Int? { totals.values.max() }

    /// Whether a member beside the array, or around that, is of any use.
    static func reads(_ name: String, at level: Int, _ shape: CatalogShape) -> Bool {
        !rests(of: shape.next, or: links, after: name, at: level, shape).isEmpty
            || !rests(of: shape.total, or: totals, after: name, at: level, shape).isEmpty
    }

    /// Reads a member beside the array, or around that.
    ///
    /// - Parameters:
    ///   - level: the number of containers around the object that has it.
    ///   - value: the index of the value's first token.
    ///   - block: the tokens, and the bytes that they are in.
    mutating func read(_ name: String, at level: Int, _ value: Int, of block: RecordBlock, _ shape: CatalogShape) {
        for rest in Self.rests(of: shape.next, or: Self.links, after: name, at: level, shape) {
            let target = block.value(at: rest.steps, from: value)
            links[rest.place] = target.map { Self.link(rest.path, at: $0, of: block) }
        }
        for rest in Self.rests(of: shape.total, or: Self.totals, after: name, at: level, shape) {
            let number = block.value(at: rest.steps, from: value)
            totals[rest.place] = number.flatMap { Self.number(at: $0, of: block) }
        }
    }

    /// The steps after a member of each path through it: of the shape's path, which begins at the document's top, or of ours.
    private static func rests(
        of given: FieldPath?, or own: [FieldPath], after name: String, at level: Int, _ shape: CatalogShape
    ) -> [(place: Int, path: String, steps: ArraySlice<String>)] {
        let start = (given == nil ? [] : shape.records?.steps.prefix(level) ?? []) + [name]
        return (given.map { [$0] } ?? own).enumerated().compactMap { place, path in
            guard path.steps.starts(with: start) else { return nil }
            return (place, path.text, path.steps.dropFirst(start.count))
        }
    }

    /// Reads a link: a string, or under `links` and `_links` an object with a string `href`.
    private static func link(_ path: String, at value: Int, of block: RecordBlock) -> Link {
        if path.hasSuffix("links.next"), let target = JSONObject(block, at: value)?.value(of: "href") {
            return link(path + ".href", at: target, of: block)
        }
        switch block.tokens[value].kind {
        case .null, .false, .array, .object: return .none
        default: break
        }
        let text = block.text(at: value)
        if text?.isEmpty == true { return .none }
        guard let text, ["http://", "https://", "/", "?"].contains(where: text.hasPrefix) else {
            return .unusable("'\(path)' is \(block.description(of: value))")
        }
        return .page(text)
    }

    /// Reads a number, which some servers write as a string.
    private static func number(at value: Int, of block: RecordBlock) -> Int? {
        let token = block.tokens[value]
        if let text = block.text(at: value) { return Int(text) }
        guard token.isOf(.number) else { return nil }
        return JSONText.integer(block.bytes.span.extracting(token.range)).flatMap { Int(exactly: $0) }
    }
}
