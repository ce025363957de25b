/// Words to look for in suppliers, and conditions on them.
///
/// A supplier matches if each word is in its full name, company, e-mail address, phone number or id. The words may be
/// in different fields, and in any order. Case and accents are ignored: `zoe` finds `Zoë`, and `strasse` finds
/// `Straße`.
public struct SupplierQuery: Sendable, Hashable {
    /// The alternatives of which one must hold, for each part of the query; each part once.
    let clauses: [[Term]]

    /// Creates a query of words, each looked for as it is, in any field; empty ones are ignored.
    public init(words: [String]) {
        self.init(clauses: words.map { [Term(Word($0))] })
    }

    init(clauses: [[Term]]) {
        var known: Set<[Term]> = []
        self.clauses = clauses.filter { !$0.contains(where: \.isVoid) && known.insert($0).inserted }
    }

    /// There are no conditions, so that every supplier matches.
    public var isEmpty: Bool { clauses.isEmpty }

    /// A condition is about avatars that failed, which only the cache knows.
    package var needsCache: Bool { clauses.joined().contains { $0.condition == .failedAvatar } }

    /// A condition is about fields that are not a supplier's own.
    package var needsOtherFields: Bool {
        clauses.joined().contains { if case .other = $0.condition { true } else { false } }
    }

    /// The same query with its words looked for only in full name, company, e-mail address and phone number.
    package var inNames: SupplierQuery { SupplierQuery(clauses: clauses.map { $0.map(\.inNames) }) }

    /// One of the words that are looked for is in the supplier. Excluded words, empty fields, dates and states
    /// do not count.
    package func hasWord(in supplier: Supplier) -> Bool {
        clauses.joined().contains { term in
            guard case .word = term.condition, !term.isExcluded else { return false }
            return SupplierQuery(clauses: [[term]]).matches(supplier)
        }
    }

    /// Each part of the query holds for the supplier. No avatar counts as failed.
    public func matches(_ supplier: Supplier) -> Bool { matches(supplier) { _ in false } }

    /// Each part of the query holds for the supplier.
    ///
    /// - Parameter hasFailed: whether the last request for a supplier's avatar failed; asked only for `avatar:failed`.
    package func matches(_ supplier: Supplier, hasFailed: (Supplier) -> Bool) -> Bool {
        guard !clauses.isEmpty else { return true }
        var text: [UInt8] = []
        let fields = FieldRanges(of: supplier, writtenTo: &text)
        return matches(fields, in: text.span, hasFailed: hasFailed)
    }

    /// Each part of the query holds for the fields in a text. No avatar counts as failed by default.
    package func matches(
        _ fields: FieldRanges, in text: Span<UInt8>, hasFailed: (Supplier) -> Bool = { _ in false }
    ) -> Bool {
        for terms in clauses {
            var isFound = false
            for term in terms where !isFound { isFound = term.matches(fields, in: text, hasFailed) }
            guard isFound else { return false }
        }
        return true
    }

    /// The parts of a displayed field that match words: in order, without overlaps, and in whole characters.
    ///
    /// The text may be a shortened field; then the matches in what is left of it are found.
    public func matchedParts(of text: String, in field: Supplier.Field) -> [Range<String.Index>] {
        let words = clauses.joined().compactMap { $0.markedWord(in: field) }
        guard !words.isEmpty, !text.isEmpty else { return [] }
        var folded: [UInt8] = []
        // The character that each folded byte comes from.
        var owners: [Range<String.Index>] = []
        for index in text.indices {
            let owner = index..<text.index(after: index)
            TextFolding.append(String(text[owner]), to: &folded)
            owners += repeatElement(owner, count: folded.count - owners.count)
        }
        var matched = RangeSet<String.Index>()
        for word in words where word.count <= folded.count {
            for start in 0...folded.count - word.count where folded[start..<start + word.count].elementsEqual(word) {
                matched.insert(contentsOf: owners[start].lowerBound..<owners[start + word.count - 1].upperBound)
            }
        }
        return Array(matched.ranges)
    }
}
