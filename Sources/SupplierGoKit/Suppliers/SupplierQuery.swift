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
        guard !isEmpty else { return true }
        let fields = [
            supplier.fullname, supplier.company, supplier.email, supplier.phone, supplier.id.rawValue,
        ].map { $0.lowercased() }
        return words.allSatisfy { word in fields.contains { $0.contains(word) } }
    }
}
