extension Supplier {
    /// A supplier's id: text that is not empty.
    ///
    /// Catalogs write it as a JSON string or as an integer; `7` and `"7"` are the same id.
    public struct ID: Sendable, Hashable, CustomStringConvertible {
        /// The id's text, never empty.
        public let rawValue: String

        /// Creates an id, or `nil` where the text is empty.
        public init?(_ rawValue: String) {
            guard !rawValue.isEmpty else { return nil }
            self.rawValue = rawValue
        }

        /// Creates an id from an integer, in decimal.
        public init(_ number: some BinaryInteger) {
            rawValue = String(number)
        }

        /// The id's text.
        public var description: String { rawValue }
    }
}
