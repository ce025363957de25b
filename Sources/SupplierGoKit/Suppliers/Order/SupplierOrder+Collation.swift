extension SupplierOrder {
    /// A rule that orders texts.
    public struct Collation: Sendable, Hashable, CustomStringConvertible {
        /// `folded`, `bytes`, or the locale's name.
        public let description: String

        /// The locale whose rule this is, if any.
        private var locale: SystemLocale?

        /// Ignores case, accents and typography, as ``SupplierQuery`` does, and compares what is left by its code
        /// points.
        public static let folded = SupplierOrder.Collation(description: "folded")

        /// Compares the bytes of UTF-8, which is the order of the code points: what the locale `C` does.
        public static let bytes = SupplierOrder.Collation(description: "bytes")

        private init(description: String) {
            self.description = description
        }

        /// Takes the rule of a locale of the C library, such as `sv_SE.UTF-8`.
        ///
        /// `nil` if the locale is not installed, or its text is not UTF-8. `C`, `POSIX` and `C.UTF-8` are ``bytes``.
        public init?(localeNamed name: String) {
            guard name != "POSIX", name != "C", !name.hasPrefix("C.") else {
                self = .bytes
                return
            }
            guard let locale = SystemLocale(name) else { return nil }
            (description, self.locale) = (name, locale)
        }

        /// The left text comes before the right one.
        public func areInIncreasingOrder(_ left: String, _ right: String) -> Bool {
            var (leftKey, rightKey): ([UInt8], [UInt8]) = ([], [])
            appendSortKey(of: left, to: &leftKey)
            appendSortKey(of: right, to: &rightKey)
            return leftKey.lexicographicallyPrecedes(rightKey)
        }

        /// Both are the same rule.
        public static func == (left: Self, right: Self) -> Bool { left.description == right.description }

        /// Adds the rule to what is hashed.
        public func hash(into hasher: inout Hasher) { hasher.combine(description) }

        /// Appends the bytes that a text is compared by.
        package func appendSortKey(of text: String, to output: inout [UInt8]) {
            if let locale {
                locale.appendSortKey(of: text, to: &output)
            } else if self == .bytes {
                output.append(contentsOf: text.utf8)
            } else {
                TextFolding.append(text, to: &output)
            }
        }
    }
}
