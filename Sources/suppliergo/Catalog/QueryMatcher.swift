import SupplierGoKit

/// Selects the suppliers that match a query, for ``SupplierReader``, and remembers which of the records' other fields
/// that a command line names no record had. Gives hints on the query's words.
struct QueryMatcher: Sendable {
    let query: SupplierQuery

    /// The query as it was written.
    private let text: String

    /// The paths that are looked for: the query's, then those of columns, orders and templates.
    private let paths: [String]

    /// The paths that some record had, and the names of the fields of the first records that lacked one.
    private let seen = Lock((paths: Set<String>(), names: Set<String>(), lookCount: 0))

    /// The number of looks at records by which their fields' names are known.
    private static let nameLookLimit = 64

    /// ``Session/hasFailed``; asked only if the query needs the cache.
    let hasFailed: @Sendable (Supplier) -> Bool

    /// Creates a matcher. Default: of all suppliers.
    ///
    /// - Parameter paths: the paths to look for besides the query's. Default none; `nil` if the query's are not looked
    ///   for either, because it is not the catalog's records that are matched.
    init(
        _ text: String = "", naming paths: [String]? = [],
        hasFailed: @escaping @Sendable (Supplier) -> Bool = { _ in false }
    ) {
        let query = SupplierQuery(text)
        (self.query, self.text, self.hasFailed) = (query, text, hasFailed)
        self.paths = paths.map { (query.otherPaths + $0).uniqued(on: \.self) } ?? []
    }

    /// True if every supplier matches, and no field is looked for.
    var isEmpty: Bool { query.isEmpty && paths.isEmpty }

    /// True if it looks at fields that are not a supplier's own.
    var needsOtherFields: Bool { query.needsOtherFields || !paths.isEmpty }

    /// Tests if a supplier matches.
    func matches(_ supplier: Supplier) -> Bool {
        supplier.withFields { matches($0, in: $1) }
    }

    /// Tests if the supplier of some fields matches.
    func matches(_ fields: FieldRanges, in text: Span<UInt8>) -> Bool {
        if !paths.isEmpty { look(in: fields, of: text) }
        return query.matches(fields, in: text, hasFailed: hasFailed)
    }

    /// Looks for the paths that no record had until now.
    private func look(in fields: FieldRanges, of text: Span<UInt8>) {
        let known = seen.withLock { $0.paths }
        guard known.count < paths.count else { return }
        let others = Supplier.OtherFields(fields, in: text)
        for path in paths where !known.contains(path) {
            let isThere = others[path] != nil
            seen.withLock { seen in
                if isThere {
                    seen.paths.insert(path)
                } else if seen.lookCount < Self.nameLookLimit {
                    seen.lookCount += 1
                    seen.names.formUnion(others.paths)
                }
            }
        }
    }

    // MARK: Hints

    /// The hints once suppliers matched: on the query's words, and on each path that no record had.
    ///
    /// - Parameter isWhole: true if every record of the catalog was looked at. Default `true`.
    func warnings(isWhole: Bool = true) -> [String] {
        hints(hasMatches: true) + paths.compactMap { hint(onPath: $0, isWhole: isWhole) }
    }

    /// Says that nothing matched, with a hint if a word of the query looks like one of the grammar, or like a catalog,
    /// or no record has a field that it names.
    ///
    /// - Parameters:
    ///   - readsFiles: true if a file could have been read instead. Default `true`.
    ///   - advice: a clause to add if there is no such hint. Default: empty, for none.
    func sentenceOfNoMatch(readsFiles: Bool = true, advice: String = "") -> String {
        let sentence = "no supplier matches '\(text)'"
        if readsFiles, let option = NearestWord.catalogOption(among: SupplierQuery.words(of: text)) {
            return "\(sentence): \(NearestWord.question(option))"
        }
        let ofFields = paths.filter(query.otherPaths.contains).compactMap { hint(onPath: $0) }
        return sentence + ((hints(hasMatches: false) + ofFields).first.map { ": \($0)" } ?? advice)
    }

    /// The sentence on a path that no record had, with the nearest name; `nil` if one had it.
    private func hint(onPath path: String, isWhole: Bool = true) -> String? {
        let (known, names, _) = seen.withLock { $0 }
        guard !known.contains(path) else { return nil }
        let own = ListColumn.allCases.map(\.rawValue) + Supplier.Field.allCases.map(\.rawValue)
        let others = (own + names.sorted()).filter { $0 != path }
        let subject = isWhole ? "no record" : "none of these suppliers"
        return "\(subject) has '\(path)'" + NearestWord.clause(on: path, among: others)
    }

    /// The hints on the words of the query that are not of the grammar.
    ///
    /// - Parameter hasMatches: true if a name before a colon needs no hint: it may be a word that was found.
    private func hints(hasMatches: Bool) -> [String] {
        SupplierQuery.words(of: text).compactMap { hint(on: $0, hasMatches) }
    }

    /// The hint on a word of a query with a colon, if what is before and after it is not of the grammar. A phrase, and
    /// a word after a backslash, is literal.
    private func hint(on word: Substring, _ hasMatches: Bool) -> String? {
        guard let colon = word.firstIndex(of: ":"), !word.contains("://"), let first = word.first,
            !"\\\"".contains(first)
        else { return nil }
        let (name, value) = (word[..<colon].lowercased(), word[colon...].dropFirst())
        func asks(_ correct: String) -> String {
            NearestWord.question("\(text[..<word.startIndex])\(correct)\(text[word.endIndex...])")
        }
        func demands(_ rule: String) -> String { "'\(word[...colon])' takes \(rule)" }
        switch (name, SupplierQuery.keywords[name]) {
        case (_, let values?) where !values.isEmpty:
            if value.isEmpty || values.contains(value.lowercased()) { return nil }
            return NearestWord.to(String(value), among: values).map { asks("\(name):\($0)") }
                ?? demands(values.joined(separator: " or "))
        case ("after", _), ("before", _):
            let isNoDate = SupplierQuery("\(name):\(value)") == SupplierQuery(words: ["\(name):\(value)"])
            return isNoDate ? demands("a year, a month or a day, as in 2024-02-15") : nil
        case ("not", _): return hint(on: value, hasMatches)
        case (_, nil) where Supplier.Field.searchable(named: name) == nil && !hasMatches:
            let paths = SupplierQuery(String(word)).otherPaths
            if !paths.isEmpty, seen.withLock({ $0.paths.isSuperset(of: paths) }) { return nil }
            let names = ["name"] + Supplier.Field.searchable.map(\.rawValue) + SupplierQuery.keywords.keys.sorted()
            return NearestWord.to(name, among: names).map { asks("\($0):\(value)") }
        default: return nil
        }
    }
}

/// Renders the suppliers that match a query.
struct MatchingRenderer: SupplierRendering {
    let matcher: QueryMatcher

    /// Renders those that match.
    let renderer: any SupplierRendering

    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        matcher.matches(fields, in: text) && renderer.render(fields, in: text, into: &output)
    }
}
