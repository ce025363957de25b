import SupplierGoKit

/// Selects the suppliers that match a query, for ``SupplierReader``, and gives hints on its words.
struct QueryMatcher: Sendable {
    let query: SupplierQuery

    /// The fields that the query names.
    let others = OtherColumns()
    private let paths: [String]

    /// The query as it was written.
    private let text: String

    /// ``Session/hasFailed``; asked only if the query needs the cache.
    let hasFailed: @Sendable (Supplier) -> Bool

    /// Creates a matcher. Default: of all suppliers.
    init(_ text: String = "", hasFailed: @escaping @Sendable (Supplier) -> Bool = { _ in false }) {
        (query, self.text, self.hasFailed) = (SupplierQuery(text), text, hasFailed)
        paths = query.otherPaths
    }

    /// The hints on the query once suppliers matched it all the same.
    var warnings: [String] { Self.hints(on: text, in: others, hasMatches: true) }

    /// Says that nothing in the catalog matched, with a hint.
    var sentenceOfNoMatch: String { Self.sentence(ofNoMatchFor: text, in: others) }

    /// Tests if a supplier matches.
    func matches(_ supplier: Supplier) -> Bool {
        supplier.withFields { matches($0, in: $1) }
    }

    /// Tests if the supplier of some fields matches.
    func matches(_ fields: FieldRanges, in text: Span<UInt8>) -> Bool {
        if !paths.isEmpty { others.look(for: paths, in: fields, of: text) }
        return query.matches(fields, in: text, hasFailed: hasFailed)
    }

    // MARK: Hints

    /// Says that nothing matched a query, with a hint if a word of it looks like one of the grammar, or like a catalog.
    ///
    /// - Parameters:
    ///   - others: knows which fields that the query names a record has. Default `nil`, if nobody has looked.
    ///   - advice: a clause to add if there is no such hint. Default: empty, for none.
    static func sentence(
        ofNoMatchFor text: String, in others: OtherColumns? = nil, readsFiles: Bool = true, advice: String = ""
    ) -> String {
        let sentence = "no supplier matches '\(text)'"
        if readsFiles, let option = NearestWord.catalogOption(among: SupplierQuery.words(of: text)) {
            return "\(sentence): \(NearestWord.question(option))"
        }
        return sentence + (hints(on: text, in: others).first.map { ": \($0)" } ?? advice)
    }

    /// The hints on the words of a query that are not of the grammar, and on the fields that no record has.
    ///
    /// - Parameter hasMatches: true if a name before a colon needs no hint: it may be a word that was found. Default
    ///   `false`.
    static func hints(on text: String, in others: OtherColumns?, hasMatches: Bool = false) -> [String] {
        let missing = others.map { SupplierPrinter.warnings(of: SupplierQuery(text).otherPaths, unlessIn: $0) } ?? []
        return SupplierQuery.words(of: text).compactMap { hint(on: $0, in: text, others, hasMatches) } + missing
    }

    /// The hint on a word of a query with a colon, if what is before and after it is not of the grammar. A phrase, and
    /// a word after a backslash, is literal.
    private static func hint(
        on word: Substring, in text: String, _ others: OtherColumns?, _ hasMatches: Bool
    ) -> String? {
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
        case ("not", _): return hint(on: value, in: text, others, hasMatches)
        case (_, nil) where Supplier.Field.searchable(named: name) == nil && !hasMatches:
            let paths = SupplierQuery(String(word)).otherPaths
            if let others, !paths.isEmpty, others.missing(of: paths).paths.isEmpty { return nil }
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
