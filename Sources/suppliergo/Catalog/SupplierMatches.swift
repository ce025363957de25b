import SupplierGoKit

/// The suppliers that words name, none of them by mistake.
///
/// A word is an id or, if no supplier has that, the beginning of the only long id
/// (`Supplier.ID.begins(with:)` below). Other words name the only supplier whose full name, company, e-mail
/// address or phone number they match. Suppliers that match otherwise, in an id, in another field or by a condition
/// alone, are listed, and none of them is taken.
struct SupplierMatches {
    /// The number of matches that are listed.
    static let limit = 10

    /// Suppliers that are counted, of which the first ones are kept.
    struct Found {
        fileprivate(set) var first: [Supplier] = []
        fileprivate(set) var count = 0

        fileprivate mutating func add(_ supplier: Supplier) {
            count += 1
            if first.count < SupplierMatches.limit { first.append(supplier) }
        }
    }

    /// The suppliers whose ids a word may stand for.
    struct Named {
        private(set) var withID = Found()

        /// The suppliers whose ids differ from the word in their Unicode normal form only.
        private var withSimilarID = Found()
        private(set) var beginning = Found()

        /// The suppliers that the word stands for; empty if it is not an id.
        var taken: Found {
            if withID.count > 0 { return withID }
            return [withSimilarID, beginning].first { $0.count == 1 } ?? Found()
        }

        /// Adds a supplier if the word, which is an id, may stand for its own.
        mutating func add(_ supplier: Supplier, for id: Supplier.ID) {
            if supplier.id == id {
                withID.add(supplier)
            } else if supplier.id.looksLike(id) {
                withSimilarID.add(supplier)
            } else if supplier.id.begins(with: id) {
                beginning.add(supplier)
            }
        }
    }

    /// The suppliers that some ids may stand for.
    struct NamedByIDs {
        /// In the ids' order.
        private(set) var named: [Named]
        private let ids: [Supplier.ID?]

        /// The indices of ids that look the same: texts are equal if they differ in their Unicode normal form only.
        private let indices: [String?: [Int]]

        /// Creates it without any supplier; a word that cannot be an id is `nil`.
        init(_ ids: [Supplier.ID?]) {
            self.ids = ids
            named = ids.map { _ in Named() }
            indices = Dictionary(grouping: ids.indices) { ids[$0]?.rawValue }
        }

        /// Adds the suppliers to the ids that may stand for them.
        mutating func add(_ suppliers: [Supplier]) {
            for supplier in suppliers {
                let text = supplier.id.rawValue
                var found = indices[text] ?? []
                if text.utf8.count >= Supplier.ID.longLength {
                    found += ids.indices.filter { !found.contains($0) && ids[$0].map(supplier.id.begins) ?? false }
                }
                for index in found { if let id = ids[index] { named[index].add(supplier, for: id) } }
            }
        }
    }

    /// The words, as they were given.
    let words: [String]

    /// The edits of the edited suppliers and of the removed ones.
    private(set) var edited: [Supplier.ID: SupplierEdits.Applied] = [:]

    private let matcher: QueryMatcher
    private let nameQuery: SupplierQuery

    /// The session of the suppliers' catalog; `nil` if they are those that edits remember.
    private let session: Session?

    private var namedByIDs: NamedByIDs

    /// The suppliers that match in their names, and all that match.
    private var called = Found()
    private var matching = Found()

    /// Creates matches of words without any supplier.
    init(_ words: [String], in session: Session? = nil) {
        self.words = words
        namedByIDs = NamedByIDs(words.map { Supplier.ID($0) })
        let text = words.joined(separator: " ")
        matcher = session.map { QueryMatcher(text, hasFailed: $0.hasFailed) } ?? QueryMatcher(text, naming: nil)
        nameQuery = matcher.query.inNames
        self.session = session
    }

    /// Looks an id up in the catalog's index or, without one, reads the catalog to its end: a supplier further on may
    /// match as well.
    ///
    /// - Parameter includesHidden: true if suppliers count that are not shown because of their edits. Default `false`.
    static func find(
        _ words: [String], in session: Session, includingHidden includesHidden: Bool = false
    ) async throws -> SupplierMatches {
        let (found, reader) = try await session.readCatalog(
            into: SupplierMatches(words, in: session),
            preferring: words.count == 1 ? Supplier.ID(words[0]) : nil
        ) { $0.add($1.suppliers) }
        var matches = found
        matches.edited = await reader.edited
        if includesHidden {
            let hidden = session.loader.edits.newestFirst.filter { matches.edited[$0.id]?.supplier == nil }
            matches.add(hidden.map(\.remembered))
        }
        return matches
    }

    /// Adds suppliers among which the words may name one.
    mutating func add(_ suppliers: [Supplier]) {
        namedByIDs.add(suppliers)
        for supplier in suppliers {
            guard matcher.matches(supplier) else { continue }
            matching.add(supplier)
            // Conditions alone, such as `not:` and `after:`, name no supplier.
            let isCalled = nameQuery.matches(supplier, hasFailed: matcher.hasFailed) && nameQuery.hasWord(in: supplier)
            if isCalled { called.add(supplier) }
        }
    }

    /// The supplier of each word, if all are ids, or else the one that they name.
    ///
    /// - Parameter advice: the next step if nothing matches: a clause. Default: empty, for none.
    /// - Throws: ``Failure`` if they name none or several, ``SupplierEdits/Edit/Error/removed(_:)``.
    func all(advice: String = "") throws -> [Supplier] {
        let taken = namedByIDs.named.map(\.taken)
        let missing = words.indices.filter { taken[$0].count == 0 }
        let removed = missing.lazy.compactMap { Supplier.ID(words[$0]).flatMap { edited[$0] } }
        if let removed = removed.first(where: { $0.edit.kind == .removed }) {
            throw SupplierEdits.Edit.Error.removed(removed.edit.id)
        }
        if missing.isEmpty {
            guard let several = words.indices.first(where: { taken[$0].count > 1 }) else {
                return taken.flatMap(\.first).uniqued(on: \.id)
            }
            throw failure(listing: taken[several], of: words[several])
        }
        guard missing.count == words.count else { throw refusal(of: missing.map { words[$0] }) }
        if called.count == 1 {
            if let session { matcher.warnings().forEach(session.console.warn) }
            return called.first
        }
        guard matching.count > 0 else { throw Failure(.noMatch, matcher.sentenceOfNoMatch(advice: advice)) }
        let text = words.joined(separator: " ")
        throw failure(listing: called.count > 0 ? called : matching, of: text, isByName: called.count > 0)
    }

    /// The only supplier that the words name.
    ///
    /// - Throws: as ``all(advice:)`` does.
    func only() throws -> Supplier {
        let suppliers = try all()
        guard suppliers.count == 1 else {
            throw failure(
                listing: Found(first: suppliers, count: suppliers.count), of: words.joined(separator: " "))
        }
        return suppliers[0]
    }

    /// Refuses words of which only some are ids.
    private func refusal(of missing: [String]) -> Failure {
        let sentence = Self.sentence(ofMissingIDs: missing)
        if let option = NearestWord.catalogOption(among: missing) {
            return Failure(.noMatch, "\(sentence): \(NearestWord.question(option))")
        }
        let ids = words.filter { !missing.contains($0) }.map { "'\($0)'" }
        let clause = ids.joined(separator: " and ") + (ids.count > 1 ? " are ids" : " is one")
        return Failure(.noMatch, "\(sentence), but \(clause): give only ids, or only words to search for")
    }

    /// Says that no supplier has some ids.
    static func sentence(ofMissingIDs ids: [String]) -> String {
        "no supplier has the id " + ids.map { "'\($0)'" }.joined(separator: " or ")
    }

    /// Lists suppliers of which none is taken.
    private func failure(listing found: Found, of text: String, isByName: Bool = true) -> Failure {
        let count = Count.formatted(found.count, "supplier")
        let (verb, advice) = found.count == 1 ? ("matches", "its id") : ("match", "the id of one")
        let clause = isByName ? "" : " only in an id or another field"
        let listed = found.first.prefix(Self.limit)
        let lines = listed.map { supplier in
            let (name, company) = (supplier.fullname.shownText(limit: 100), supplier.company.shownText(limit: 100))
            return "\(supplier.id)  \(name)\(company.isEmpty ? "" : ", " + company)".visibleText
        }
        let more = found.count > listed.count ? ["and \(Count.formatted(found.count - listed.count)) more"] : []
        return Failure(
            .noMatch, "\(count) \(verb) '\(text)'\(clause): give \(advice)", details: lines + more)
    }
}

extension Supplier.ID {
    /// Tests if the id begins with another one, which is enough of it to stand for it: at least 6 characters of at
    /// least 20, as in a UUID. Shorter ids are typed as a whole.
    func begins(with start: Supplier.ID) -> Bool {
        // Characters are counted last: hardly an id of a catalog begins so.
        rawValue.utf8.starts(with: start.rawValue.utf8) && start.rawValue.count >= 6
            && rawValue.count >= Self.longLength
    }

    /// The fewest characters of an id whose beginning may stand for it.
    fileprivate static let longLength = 20
}

extension SupplierEdits.Edit {
    /// The supplier as far as its edit alone knows it.
    var remembered: Supplier {
        func text(_ field: Supplier.Field) -> String {
            let change = changes[field]
            return change?.value ?? earlier?.changes[field]?.value ?? change?.replaced ?? ""
        }
        return Supplier(
            id: id, createdAt: nil, fullname: text(.fullname), avatar: nil, phone: text(.phone),
            company: text(.company), email: text(.email))
    }
}
