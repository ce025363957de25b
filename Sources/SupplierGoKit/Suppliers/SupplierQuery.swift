/// Words that a supplier is looked for by.
///
/// A supplier matches where each word stands, ignoring case, in its full name, company, e-mail, phone number or id; the
/// words may stand in different fields.
public struct SupplierQuery: Sendable, Hashable {
    /// The words in lower case, none of them empty.
    public let words: [String]

    /// Creates a query of words; empty ones count for nothing.
    public init(words: [String]) {
        self.words = words.map { $0.lowercased() }.filter { !$0.isEmpty }
    }

    /// Creates a query of the words in a text, which white space separates.
    public init(_ text: String) {
        self.init(words: text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    /// Whether there is no word, so that every supplier matches.
    public var isEmpty: Bool { words.isEmpty }

    /// Whether each word stands in one of the supplier's fields.
    public func matches(_ supplier: Supplier) -> Bool {
        words.allSatisfy { word in
            Self.field(supplier.fullname, holds: word) || Self.field(supplier.company, holds: word)
                || Self.field(supplier.email, holds: word) || Self.field(supplier.phone, holds: word)
                || Self.field(supplier.id.rawValue, holds: word)
        }
    }

    /// Whether a word in lower case stands in a field; most fields are ASCII, and folded on the way.
    private static func field(_ field: String, holds word: String) -> Bool {
        guard field.utf8Span.isKnownASCII else { return field.lowercased().contains(word) }
        let field = field.utf8.span
        let word = word.utf8.span
        guard word.count <= field.count else { return false }
        for start in 0...field.count - word.count {
            var length = 0
            while length < word.count, folded(field[start + length]) == word[length] { length += 1 }
            if length == word.count { return true }
        }
        return false
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }
}
