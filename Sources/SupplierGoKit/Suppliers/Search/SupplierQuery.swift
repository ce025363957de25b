/// Words to look for in suppliers, and conditions on them.
///
/// A supplier matches if each word is in its full name, company, e-mail address, phone number or id, or in a text of
/// its ``Supplier/otherFields`` that is not a URL. The words may be in different fields, and in any order. Case and
/// accents are ignored: `zoe` finds `Zoë`, and `strasse` finds `Straße`. Seven digits and more find phone numbers
/// however they are written.
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
        clauses.joined().contains { term in
            switch term.condition {
            case .word(let word): word.isInOthers
            case .other: true
            default: false
            }
        }
    }

    /// The paths of the fields that are not a supplier's own, in the query's order.
    package var otherPaths: [String] {
        clauses.joined().compactMap { if case .other(let path, _, _) = $0.condition { path } else { nil } }
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
        clauses.isEmpty || supplier.withFields { matches($0, in: $1, hasFailed: hasFailed) }
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
            TextFolding.append(text[owner].utf8.span, to: &folded)
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

extension SupplierQuery {
    /// Creates a query of a text: words separated by white space, all of which must match.
    ///
    /// - `"two words"` is a phrase, and `OR` between two terms takes either; it binds tighter than words side by side.
    /// - `company:krone` looks in one field of ``Supplier/Field/searchable``, and `company:` is for an empty one;
    ///   `id:7` is that id exactly, case included.
    /// - `not:` before a word, a phrase or a field excludes it.
    /// - `after:2024-01` and `before:2024-02-15` compare the day of ``Supplier/createdAt`` in UTC: from the first day
    ///   of a year, month or day on, and before it.
    /// - `is:edited`, `is:added` and `is:conflict` are about the user's own edits, `avatar:none` and `avatar:failed`
    ///   about the avatar.
    ///
    /// A backslash before a word takes it literally. Another name before a colon, in quotation marks if it has white
    /// space, is the path of one of the records' ``Supplier/otherFields``, of which any value will do; `clients:100..`,
    /// `clients:..50` and `clients:100..200` compare numbers, and of an array its number of elements. In a record
    /// without such a field, as for a URL, the word is looked for as it is.
    public init(_ text: String) {
        var clauses: [[Term]] = []
        var isAlternative = false
        let words = Self.words(of: text)
        for (index, word) in words.enumerated() {
            if word == "OR", !isAlternative, !clauses.isEmpty, index + 1 < words.count {
                isAlternative = true
                continue
            }
            let terms = [Term(parsing: word)] + Self.telephoneNumber(around: index, in: words)
            if isAlternative {
                clauses[clauses.count - 1] += terms
            } else {
                clauses.append(terms)
            }
            isAlternative = false
        }
        self.init(clauses: clauses)
    }

    /// The telephone number that several words side by side may be, as an alternative to each of them.
    private static func telephoneNumber(around index: Int, in words: [Substring]) -> [Term] {
        func isPart(_ word: Substring) -> Bool { word.utf8.allSatisfy { "0123456789+-()./".utf8.contains($0) } }
        guard isPart(words[index]) else { return [] }
        let start = words[..<index].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
        let parts = words[start...].prefix(while: isPart)
        let number = Word(parts.joined(separator: " "))
        return parts.count > 1 && number.isNumber ? [Term(number)] : []
    }

    /// The words with a meaning before a colon that are no fields, and those that may follow some of them.
    package static let keywords: [String: [String]] = [
        "not": [], "after": [], "before": [], "is": Term.State.allCases.map(\.rawValue), "avatar": ["failed", "none"],
    ]

    /// The words of a text. White space in a phrase, whose quotation mark begins a word or follows its colon, is a part
    /// of it. A phrase ends its word unless it is a field's name.
    package static func words(of text: String) -> [Substring] {
        var words: [Substring] = []
        var rest = text.drop(while: \.isWhitespace)
        while !rest.isEmpty {
            var (end, previous) = (rest.startIndex, Character(":"))
            while end < rest.endIndex, !rest[end].isWhitespace {
                let beginsPhrase = rest[end] == "\"" && previous == ":" && rest.first != "\\"
                (previous, end) = (rest[end], rest.index(after: end))
                guard beginsPhrase else { continue }
                end = rest[end...].firstIndex(of: "\"").map { rest.index(after: $0) } ?? rest.endIndex
                if !rest[end...].hasPrefix(":") { break }
            }
            words.append(rest[..<end])
            rest = rest[end...].drop(while: \.isWhitespace)
        }
        return words
    }
}

extension SupplierQuery.Term {
    /// Creates a term of a word that may have a meaning of its own.
    init(parsing word: Substring) {
        // A name with white space, or with a colon of its own, is in quotation marks.
        let unnamed = word.first == "\"" ? word.dropFirst().drop { $0 != "\"" } : word
        if word.first == "\\", word.count > 1 {
            self.init(SupplierQuery.Word(String(word.dropFirst())))
        } else if let colon = unnamed.firstIndex(of: ":"), case let name = word[..<colon].unquoted,
            let term = Self(named: name.lowercased(), word[colon...].dropFirst()) ?? Self(other: word, name, colon)
        {
            self = term
        } else if word.first == "\"" {
            self.init(SupplierQuery.Word(word.unquoted))
        } else {
            self.init(SupplierQuery.Word(String(word)))
        }
    }

    /// Creates a term of the path of another field and what follows its colon; `nil` for a name of our own, or a URL.
    private init?(other word: Substring, _ path: String, _ colon: Substring.Index) {
        let text = word[colon...].dropFirst().unquoted
        guard !path.isEmpty, !text.hasPrefix(":"), !text.hasPrefix("//"),
            SupplierQuery.keywords[path.lowercased()] == nil,
            !Supplier.OtherFields.ownNames.contains(path.lowercased())
        else { return nil }
        self.init(.other(path, Test(text), literal: SupplierQuery.Word(String(word))))
    }

    /// Creates a term of a name and what follows its colon; `nil` if together they have no meaning.
    private init?(named name: String, _ value: Substring) {
        switch name {
        case "not":
            guard !value.isEmpty else { return nil }
            self = Self(parsing: value).inverted
        case "after", "before":
            guard let start = Timestamp(startOf: value)?.secondsSinceEpoch else { return nil }
            self.init(.created(name == "after" ? start..<Int64.max : Int64.min..<start))
        case "is":
            guard let state = SupplierQuery.Term.State(rawValue: value.lowercased()) else { return nil }
            self.init(.state(state))
        case "avatar":
            switch value.lowercased() {
            case "failed": self.init(.failedAvatar)
            case "none", "": self.init(.empty(.avatar))
            default: return nil
            }
        default:
            guard let field = Supplier.Field.searchable(named: name) else { return nil }
            let text = value.unquoted
            self = text.isEmpty ? Self(.empty(field)) : Self(SupplierQuery.Word(text, in: field))
        }
    }
}

extension SupplierQuery.Term.Test {
    /// Parses the text after a field's colon.
    fileprivate init(_ text: String) {
        guard let dots = text.firstRange(of: ".."), text.count > 2 else {
            self = text.isEmpty ? .isEmpty : .has(SupplierQuery.Word(text))
            return
        }
        let ends = [text[..<dots.lowerBound], text[dots.upperBound...]]
        let (least, most) = (JSONValue.Number(String(ends[0])), JSONValue.Number(String(ends[1])))
        let isRange = zip(ends, [least, most]).allSatisfy { $0.isEmpty == ($1 == nil) }
        self = isRange ? .isNumber(atLeast: least, atMost: most) : .has(SupplierQuery.Word(text))
    }
}

extension Substring {
    /// The text without the quotation marks of a phrase, whose last one may still be missing.
    fileprivate var unquoted: String {
        guard first == "\"" else { return String(self) }
        let text = dropFirst()
        return String(text.last == "\"" ? text.dropLast() : text)
    }
}

extension Timestamp {
    /// Creates the first second of a year, month or day in UTC, written as `2024`, `2024-02` or `2024-02-15`.
    fileprivate init?(startOf day: Substring) {
        guard [4, 7, 10].contains(day.utf8.count) else { return nil }
        self.init(day + "-01-01".dropFirst(day.utf8.count - 4) + "T00:00:00Z")
    }
}
