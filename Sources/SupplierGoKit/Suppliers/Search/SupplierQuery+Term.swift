extension SupplierQuery {
    /// One word of a query.
    public struct Term: Sendable, Hashable {
        /// The only field to look in; `nil` for all of them.
        public let field: SupplierField?

        /// The word, folded, in UTF-8.
        let folded: [UInt8]

        private let isASCII: Bool

        /// Creates a term of a word as it is.
        public init(_ word: String, in field: SupplierField? = nil) {
            self.field = field
            folded = TextFolding.folded(word)
            isASCII = folded.allSatisfy { $0 < 0x80 }
        }

        /// Creates a term of a word that may name a field before a colon.
        init(parsing word: Substring) {
            if let colon = word.firstIndex(of: ":"), let field = SupplierField(named: word[..<colon]),
                word[colon...].utf8.count > 1
            {
                self.init(String(word[colon...].dropFirst()), in: field)
            } else {
                self.init(String(word))
            }
        }

        /// Whether the word stands in the supplier's field, or in one of them.
        func matches(_ supplier: Supplier) -> Bool {
            if let field { return stands(in: field.text(of: supplier)) }
            return stands(in: supplier.fullname) || stands(in: supplier.company) || stands(in: supplier.email)
                || stands(in: supplier.phone) || stands(in: supplier.id.rawValue)
        }

        private func stands(in text: String) -> Bool {
            guard text.utf8Span.isKnownASCII else { return Self.find(folded.span, in: TextFolding.folded(text).span) }
            // Most fields are ASCII, and folded on the way.
            return isASCII && Self.find(folded.span, in: text.utf8.span, folding: TextFolding.folded)
        }

        @inline(__always)
        private static func find(
            _ word: Span<UInt8>, in text: Span<UInt8>, folding: (UInt8) -> UInt8 = { $0 }
        ) -> Bool {
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
