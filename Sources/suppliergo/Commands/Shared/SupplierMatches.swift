import SupplierGoKit

/// The suppliers that `show` and `open` are asked for: those with the id or, if none has it, those that match.
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

    private let query: SupplierQuery
    private var withID = Found()

    /// Those whose ids differ from the text in their Unicode normal form only.
    private var withSimilarID = Found()
    private var matching = Found()

    private init(_ text: String) {
        self.text = text
        query = SupplierQuery(text)
    }

    /// Looks an id up in the catalog's index or, without one, reads the catalog to its end: a supplier further on may
    /// match as well.
    static func find(_ text: String, in session: Session) async throws -> SupplierMatches {
        let (found, reader) = try await session.readCatalog(
            into: SupplierMatches(text), preferring: Supplier.ID(text)
        ) { $0.add($1.suppliers) }
        var matches = found
        matches.isPartial = await reader.isPartial
        matches.edited = await reader.edited
        return matches
    }

    private mutating func add(_ suppliers: [Supplier]) {
        let id = Supplier.ID(text)
        for supplier in suppliers {
            if let id, supplier.id.looksLike(id) {
                if supplier.id == id { withID.add(supplier) } else { withSimilarID.add(supplier) }
            }
            if query.matches(supplier) { matching.add(supplier) }
        }
    }

    private var found: Found {
        withID.count > 0 ? withID : withSimilarID.count == 1 ? withSimilarID : matching
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
        if lacksID { console.note("no supplier has the id '\(text)', but one matches it") }
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
            && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0.isASCIILetterOrDigit }
    }

    /// Says that nothing matched a query; a field's name that is misspelled gets a hint.
    static func sentence(ofNoMatchFor text: String) -> String {
        let names = ["name"] + Supplier.Field.searchable.map(\.rawValue)
        var words = text.split(separator: " ").map(String.init)
        for (index, word) in words.enumerated() {
            guard let colon = word.firstIndex(of: ":"), Supplier.Field.searchable(named: word[..<colon]) == nil,
                let name = NearestWord.to(String(word[..<colon]), among: names)
            else { continue }
            words[index] = name + word[colon...]
            return "no supplier matches '\(text)': did you mean '\(words.joined(separator: " "))'?"
        }
        return "no supplier matches '\(text)'"
    }
}

extension UInt8 {
    fileprivate var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
