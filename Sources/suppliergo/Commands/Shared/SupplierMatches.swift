import SupplierGoKit

/// The suppliers that `show` and `open` are asked for: those with the id or, if none has it, the one whose id begins with
/// the text, or those that match. Digits are looked for in the ids before they are in other fields.
struct SupplierMatches {
    /// The number of matches that are named.
    static let limit = 10

    private struct Found {
        var first: [Supplier] = []
        var count = 0

        mutating func add(_ supplier: Supplier) {
            count += 1
            if first.count < SupplierMatches.limit { first.append(supplier) }
        }
    }

    /// The words to look for, as they were given.
    let text: String

    /// Whether the catalog has bad records, or is known to be incomplete.
    private(set) var isPartial = false

    /// The edits of those that are edited, and of those that were removed.
    private(set) var edited: [Supplier.ID: EditedSupplier] = [:]

    /// The ids, if several words were given, and the suppliers that have them.
    private let ids: [Supplier.ID]
    private var named: [Supplier.ID: Found] = [:]

    private let query: SupplierQuery
    private let hasFailed: @Sendable (Supplier) -> Bool
    private var withID = Found()

    /// Those whose ids differ from the text in their Unicode normal form only.
    private var withSimilarID = Found()

    /// Those whose ids begin with the text.
    private var beginning = Found()

    /// Those whose ids have the text, if it is digits alone, somewhere in them.
    private var holding = Found()
    private var matching = Found()

    private init(_ words: [String], in session: Session) {
        text = words.joined(separator: " ")
        ids = words.count > 1 ? words.compactMap { Supplier.ID($0) } : []
        query = SupplierQuery(text)
        hasFailed = session.hasFailed
    }

    /// Looks an id up in the catalog's index or, without one, reads the catalog to its end: a supplier further on may
    /// match as well.
    static func find(_ words: [String], in session: Session) async throws -> SupplierMatches {
        let (found, reader) = try await session.readCatalog(
            into: SupplierMatches(words, in: session), preferring: Supplier.ID(words.joined(separator: " "))
        ) { $0.add($1.suppliers) }
        var matches = found
        matches.isPartial = await reader.isPartial
        matches.edited = await reader.edited
        return matches
    }

    private mutating func add(_ suppliers: [Supplier]) {
        let id = Supplier.ID(text)
        for supplier in suppliers {
            if ids.contains(supplier.id) { named[supplier.id, default: Found()].add(supplier) }
            if let id, supplier.id.looksLike(id) {
                if supplier.id == id { withID.add(supplier) } else { withSimilarID.add(supplier) }
            }
            if let id, supplier.id.begins(with: id) { beginning.add(supplier) }
            if text.isDecimal, supplier.id.rawValue.contains(text) { holding.add(supplier) }
            if query.matches(supplier, hasFailed: hasFailed) { matching.add(supplier) }
        }
    }

    private var found: Found {
        if withID.count > 0 { return withID }
        if withSimilarID.count == 1 { return withSimilarID }
        if beginning.count == 1 { return beginning }
        return holding.count > 0 ? holding : matching
    }

    /// The supplier of each word, if all are ids, or else the one as ``only(on:)`` finds it.
    func all(on console: Console) -> [Supplier] {
        let suppliers = ids.compactMap { named[$0]?.count == 1 ? named[$0]?.first[0] : nil }
        if !ids.isEmpty, suppliers.count == ids.count { return suppliers }
        if found.count == 0, !suppliers.isEmpty, let missing = ids.first(where: { named[$0] == nil }) {
            console.report(Failure(SupplierEdit.Error.noSupplier(missing)))
            return []
        }
        return only(on: console).map { [$0] } ?? []
    }

    /// The supplier, unless there is none or more than one; the reason is then reported.
    ///
    /// If the text looks like an id that no supplier has, that is said too.
    func only(on console: Console) -> Supplier? {
        if withID.count == 0, let edited = Supplier.ID(text).flatMap({ edited[$0] }), edited.edit.kind == .removed {
            console.report(Failure(SupplierEdit.Error.removed(edited.edit.id)))
            return nil
        }
        let lacksID = withID.count == 0 && Self.looksLikeID(text)
        guard found.count == 1 else {
            explain(lacksID: lacksID, on: console)
            return nil
        }
        if lacksID {
            let clause = beginning.count == 1 ? "but one id begins with it" : "but one matches it"
            console.note("no supplier has the id '\(text)', \(clause)")
        }
        return found.first.first
    }

    private func explain(lacksID: Bool, on console: Console) {
        let prefix = lacksID ? "no supplier has the id '\(text)', " : ""
        guard found.count > 0 else {
            let sentence = lacksID ? prefix + "and none matches it" : Self.sentence(ofNoMatchFor: text)
            return console.report(Failure(.noMatch, sentence))
        }
        let count = Count.formatted(found.count)
        let clause = lacksID ? "but \(count) match it" : "\(count) suppliers match '\(text)'"
        console.report(Failure(.noMatch, "\(prefix)\(clause): give the id of one"))
        let traits = console.currentErrorTraits
        for supplier in found.first {
            let line = "  " + "\(supplier.id)  \(supplier.fullname), \(supplier.company)".visibleText
            let width = traits.isTerminal ? traits.width ?? .max : .max
            console.errors.writeLine(line.shortened(toWidth: width, ellipsis: console.errorStyle.ellipsis))
        }
        let unnamed = found.count - found.first.count
        if unnamed > 0 { console.errors.writeLine("  and \(Count.formatted(unnamed)) more") }
    }

    /// Whether a text could be meant as an id: one word of ASCII letters, digits, `-` and `_`, with a digit in it.
    static func looksLikeID(_ text: String) -> Bool {
        text.contains { ("0"..."9").contains($0) }
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "_" }
    }

    /// Says that nothing matched a query, with a hint if a word of it looks like one of the grammar, or like a catalog.
    static func sentence(ofNoMatchFor text: String, readsFiles: Bool = true) -> String {
        let sentence = "no supplier matches '\(text)'"
        let words = SupplierQuery.words(of: text)
        if readsFiles, let option = NearestWord.catalogOption(among: words) {
            return sentence + ": did you mean '\(option)'?"
        }
        for word in words {
            guard let colon = word.firstIndex(of: ":"), !word.contains("://"),
                let hint = hint(on: word[..<colon].lowercased(), word[colon...].dropFirst())
            else { continue }
            switch hint {
            case .meant(let meant):
                let corrected = text[..<word.startIndex] + meant + text[word.endIndex...]
                return sentence + ": did you mean '\(corrected)'?"
            case .rule(let rule): return sentence + ": '\(word[...colon])' takes \(rule)"
            }
        }
        return sentence
    }

    private enum Hint {
        case meant(String)
        case rule(String)
    }

    /// The hint on a word before a colon and the value after it, if they are not of the grammar.
    private static func hint(on name: String, _ value: Substring) -> Hint? {
        switch (name, SupplierQuery.keywords[name]) {
        case (_, let values?) where !values.isEmpty:
            if value.isEmpty || values.contains(value.lowercased()) { return nil }
            return NearestWord.to(String(value), among: values).map { .meant("\(name):\($0)") }
                ?? .rule(values.joined(separator: " or "))
        case ("after", _), ("before", _):
            return SupplierQuery("\(name):\(value)") == SupplierQuery(words: ["\(name):\(value)"])
                ? .rule("a year, a month or a day, as in 2024-02-15") : nil
        case (_, _?): return nil
        case (_, nil):
            let names = ["name"] + Supplier.Field.searchable.map(\.rawValue) + SupplierQuery.keywords.keys.sorted()
            guard Supplier.Field.searchable(named: name) == nil, let meant = NearestWord.to(name, among: names) else {
                return nil
            }
            return .meant("\(meant):\(value)")
        }
    }
}

extension Supplier.ID {
    /// Whether the id begins with another one, which is enough of it to stand for it: at least 6 characters, with a letter
    /// or a hyphen.
    func begins(with start: Supplier.ID) -> Bool {
        let text = start.rawValue
        return rawValue.utf8.starts(with: text.utf8) && text.count >= 6
            && text.contains { $0.isLetter || $0 == "-" } && !text.contains(where: \.isWhitespace)
    }
}
