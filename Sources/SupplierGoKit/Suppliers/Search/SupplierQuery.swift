/// Words that a supplier is looked for by.
///
/// A supplier matches where each word stands somewhere in its full name, company, e-mail, phone number or id; the words
/// may stand in different fields, and in any order. Case and accents are ignored, so that `zoe` finds `Zoë` and
/// `strasse` finds `Straße`.
public struct SupplierQuery: Sendable, Hashable {
    /// The words, none of them empty.
    public let terms: [Term]

    /// Creates a query of words, each looked for as it is, in any field; empty ones count for nothing.
    public init(words: [String]) {
        self.init(terms: words.map { Term($0) })
    }

    /// Creates a query of the words in a text, which white space separates.
    ///
    /// `company:krone` looks for `krone` in the company only; so do the other names of ``SupplierField``. A word with
    /// another name before its colon, as a URL has, or with nothing behind it, is looked for as it is.
    public init(_ text: String) {
        self.init(terms: text.split(whereSeparator: \.isWhitespace).map { Term(parsing: $0) })
    }

    private init(terms: [Term]) {
        self.terms = terms.filter { !$0.folded.isEmpty }
    }

    /// Whether there is no word, so that every supplier matches.
    public var isEmpty: Bool { terms.isEmpty }

    /// Whether each word stands in one of the supplier's fields.
    ///
    /// A field that is ASCII, as most are, is looked through without a copy of it.
    public func matches(_ supplier: Supplier) -> Bool {
        terms.allSatisfy { $0.matches(supplier) }
    }

    /// The parts of a text, as it is shown for a field, that the words stand for; in order, without overlaps, and never
    /// a part of a character.
    ///
    /// The text need not be the field's own: one that was shortened has the matches that are left in it.
    public func matchedParts(of text: String, in field: SupplierField) -> [Range<String.Index>] {
        let terms = terms.filter { $0.field == nil || $0.field == field }
        guard !terms.isEmpty, !text.isEmpty else { return [] }
        let characters = FoldedCharacters(text)
        var isMatched = Array(repeating: false, count: characters.count)
        for term in terms { characters.mark(term.folded, in: &isMatched) }
        return characters.ranges(of: isMatched)
    }
}

/// A text, character by character, with what each of them folds to.
private struct FoldedCharacters {
    private var folded: [UInt8] = []

    /// The character that each folded byte came from.
    private var owners: [Int] = []

    /// Where each character begins, and where the last one ends.
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

    /// Marks the characters of every place where a word stands.
    func mark(_ word: [UInt8], in isMatched: inout [Bool]) {
        guard word.count <= folded.count else { return }
        for start in 0...folded.count - word.count where folded[start..<start + word.count].elementsEqual(word) {
            for owner in owners[start]...owners[start + word.count - 1] { isMatched[owner] = true }
        }
    }

    /// The ranges of neighbours that are marked.
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
