/// Words to look for in suppliers.
///
/// A supplier matches if each word is in its full name, company, e-mail address, phone number or id. The words may be in
/// different fields, and in any order. Case and accents are ignored: `zoe` finds `Zoë`, and `strasse` finds `Straße`.
public struct SupplierQuery: Sendable, Hashable {
    /// The words, none of them empty, and each of them once.
    let terms: [Term]

    /// Creates a query of words, each looked for as it is, in any field; empty ones are ignored.
    public init(words: [String]) {
        self.init(terms: words.map { Term($0) })
    }

    /// Creates a query of the words in a text, separated by white space.
    ///
    /// `company:krone` looks for `krone` in the company only, and so on for the other fields of ``Supplier/Field/searchable``; `id:7`
    /// is that id exactly, case included. A word with another name before its colon, as a URL has, or with nothing after
    /// it, is looked for as it is.
    public init(_ text: String) {
        self.init(terms: text.split(whereSeparator: \.isWhitespace).map { Term(parsing: $0) })
    }

    private init(terms: [Term]) {
        var known: Set<Term> = []
        self.terms = terms.filter { !$0.folded.isEmpty && known.insert($0).inserted }
    }

    /// Whether there are no words, so that every supplier matches.
    public var isEmpty: Bool { terms.isEmpty }

    /// Whether each word is in one of the supplier's fields.
    public func matches(_ supplier: Supplier) -> Bool {
        terms.allSatisfy { term in
            term.fields.contains { term.isIn(supplier[$0].utf8.span) }
        }
    }

    /// Whether each word is in one of the fields in a text.
    package func matches(_ fields: FieldRanges, in text: Span<UInt8>) -> Bool {
        for term in terms {
            var isFound = false
            for field in term.fields where !isFound { isFound = term.isIn(text.extracting(fields[field] ?? 0..<0)) }
            guard isFound else { return false }
        }
        return true
    }

    /// Whether every supplier that this query matches is sure to match another one, as after more of a word was typed.
    package func narrows(_ other: SupplierQuery) -> Bool {
        other.terms.allSatisfy { term in terms.contains { $0.narrows(term) } }
    }

    /// The parts of a displayed field that match words: in order, without overlaps, and in whole characters.
    ///
    /// The text may be a shortened field; then the matches in what is left of it are found.
    public func matchedParts(of text: String, in field: Supplier.Field) -> [Range<String.Index>] {
        let terms = terms.filter { $0.fields.contains(field) }
        guard !terms.isEmpty, !text.isEmpty else { return [] }
        let characters = FoldedCharacters(text)
        var isMatched = Array(repeating: false, count: characters.count)
        for term in terms { characters.mark(term.folded, in: &isMatched) }
        return characters.ranges(of: isMatched)
    }

    /// One word of a query.
    struct Term: Sendable, Hashable {
        /// The fields to look in.
        let fields: [Supplier.Field]

        /// The word, folded, in UTF-8.
        let folded: [UInt8]

        private let isASCII: Bool

        /// Whether a space is in the word, which stands for any white space.
        private let hasSpace: Bool

        /// All that the field must hold, as it was written; `nil` if it may hold more.
        private let whole: String?

        /// Creates a term of a word as it is, for one field or all of them.
        init(_ word: String, in field: Supplier.Field? = nil) {
            fields = field.map { [$0] } ?? Supplier.Field.searchable
            folded = TextFolding.folded(word)
            isASCII = folded.allSatisfy { $0 < 0x80 }
            hasSpace = folded.contains(UInt8(ascii: " "))
            whole = field == .id ? word : nil
        }

        /// Creates a term of a word that may name a field before a colon.
        init(parsing word: Substring) {
            if let colon = word.firstIndex(of: ":"), let field = Supplier.Field.searchable(named: word[..<colon]),
                word[colon...].utf8.count > 1
            {
                self.init(String(word[colon...].dropFirst()), in: field)
            } else {
                self.init(String(word))
            }
        }

        /// Whether the word is in a text, which is valid UTF-8.
        func isIn(_ text: Span<UInt8>) -> Bool {
            if let whole { return String(decoding: text).utf8.elementsEqual(whole.utf8) }
            guard text.isASCII else {
                let folded = TextFolding.folded(text)
                return Self.find(self.folded.span, in: folded.span) { $0 }
            }
            // Most fields are ASCII, which is folded byte by byte, without a copy.
            guard isASCII else { return false }
            return hasSpace
                ? Self.find(folded.span, in: text, folding: TextFolding.folded) : text.holdsIgnoringCase(folded.span)
        }

        /// Whether the other word is in every text that this one is in.
        func narrows(_ other: Term) -> Bool {
            guard self != other else { return true }
            return other.whole == nil && fields.allSatisfy(other.fields.contains)
                && Self.find(other.folded.span, in: folded.span) { $0 }
        }

        @inline(__always)
        private static func find(_ word: Span<UInt8>, in text: Span<UInt8>, folding: (UInt8) -> UInt8) -> Bool {
            guard word.count <= text.count else { return false }
            let first = word[0]
            for start in 0...text.count - word.count where folding(text[start]) == first {
                var length = 1
                while length < word.count, folding(text[start + length]) == word[length] { length += 1 }
                if length == word.count { return true }
            }
            return false
        }
    }
}

extension SupplierQuery {
    /// A text's characters, each with what it folds to.
    private struct FoldedCharacters {
        private var folded: [UInt8] = []

        /// The character that each folded byte comes from.
        private var owners: [Int] = []

        /// The start of each character, and the end of the last one.
        private var indices: [String.Index] = []

        var count: Int { indices.count - 1 }

        init(_ text: String) {
            for index in text.indices {
                TextFolding.append(String(text[index]), to: &folded)
                while owners.count < folded.count { owners.append(indices.count) }
                indices.append(index)
            }
            indices.append(text.endIndex)
        }

        /// Marks the characters of every match of a word.
        func mark(_ word: [UInt8], in isMatched: inout [Bool]) {
            guard word.count <= folded.count else { return }
            for start in 0...folded.count - word.count where folded[start..<start + word.count].elementsEqual(word) {
                for owner in owners[start]...owners[start + word.count - 1] { isMatched[owner] = true }
            }
        }

        /// The ranges of adjacent marked characters.
        func ranges(of isMatched: [Bool]) -> [Range<String.Index>] {
            var ranges: [Range<String.Index>] = []
            for (position, isMatched) in isMatched.enumerated() where isMatched {
                let range = indices[position]..<indices[position + 1]
                if let last = ranges.last, last.upperBound == range.lowerBound {
                    ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
                } else {
                    ranges.append(range)
                }
            }
            return ranges
        }
    }
}
