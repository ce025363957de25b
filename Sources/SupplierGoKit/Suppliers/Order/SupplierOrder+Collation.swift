extension SupplierOrder {
    /// A rule that orders texts.
    public struct Collation: Sendable, Hashable {
        private enum Rule: Sendable {
            case folded, bytes
            case locale(SystemLocale)
        }

        private let rule: Rule

        /// Ignores case, accents and typography, as ``SupplierQuery`` does, and compares what is left by its code
        /// points.
        public static let folded = SupplierOrder.Collation(rule: .folded)

        /// Compares the bytes of UTF-8, which is the order of the code points: what the locale `C` does.
        public static let bytes = SupplierOrder.Collation(rule: .bytes)

        private init(rule: Rule) {
            self.rule = rule
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
            rule = .locale(locale)
        }

        /// Whether one text comes before another.
        public func areInIncreasingOrder(_ left: String, _ right: String) -> Bool {
            sortKey(of: left).lexicographicallyPrecedes(sortKey(of: right))
        }

        /// Whether both are the same rule.
        public static func == (left: Self, right: Self) -> Bool { left.description == right.description }

        /// Adds the rule to what is hashed.
        public func hash(into hasher: inout Hasher) { hasher.combine(description) }

        private func sortKey(of text: String) -> [UInt8] {
            var key: [UInt8] = []
            appendSortKey(of: text, to: &key)
            return key
        }

        /// Appends the bytes that a text is compared by.
        package func appendSortKey(of text: String, to output: inout [UInt8]) {
            switch rule {
            case .folded: TextFolding.append(text, to: &output)
            case .bytes: output.append(contentsOf: text.utf8)
            case .locale(let locale): locale.appendSortKey(of: text, to: &output)
            }
        }
    }
}

extension SupplierOrder.Collation: CustomStringConvertible {
    /// `folded`, `bytes`, or the locale's name.
    public var description: String {
        switch rule {
        case .folded: "folded"
        case .bytes: "bytes"
        case .locale(let locale): locale.name
        }
    }
}
