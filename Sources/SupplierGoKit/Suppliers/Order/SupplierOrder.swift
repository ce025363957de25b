/// An order of suppliers: by one field, or by several, of which each orders those that are alike in the ones before it.
///
/// Numbers in a record's other fields come first, by their value, an array by the number of its elements, then text.
/// Suppliers without the field are last, also in the reverse order.
public struct SupplierOrder: Sendable, Hashable, LosslessStringConvertible {
    /// A value that suppliers are compared by.
    package enum Key: Sendable, Hashable {
        case field(Supplier.Field)

        /// The path of another field.
        case other(String)
    }

    /// The most decisive first; none in the catalog's own order.
    package let keys: [Key]

    private init(_ keys: Key...) { self.keys = keys }

    /// The catalog's own order.
    public static let catalog = SupplierOrder()

    /// By full name.
    public static let name = SupplierOrder(.field(.fullname))

    /// By company.
    public static let company = SupplierOrder(.field(.company))

    /// By the time of ``Supplier/createdAt``, whatever its offset; those without one are last.
    public static let created = SupplierOrder(.field(.createdAt))

    /// By e-mail address.
    public static let email = SupplierOrder(.field(.email))

    /// By phone number, as text.
    public static let phone = SupplierOrder(.field(.phone))

    /// By id: integers by their value, then other text.
    public static let id = SupplierOrder(.field(.id))

    /// The orders that have a name.
    package static let named: [SupplierOrder] = [.catalog, .name, .company, .created, .email, .phone, .id]

    /// Creates the order of names that are separated by commas: `company,name`; `nil` if one is empty or stands twice.
    ///
    /// A name is that of an order above, of a ``Supplier/Field``, or the path of another field, as for
    /// ``Supplier/otherFields``: `address.city`.
    /// `feed` stands alone, and a backslash before a comma makes it a part of a name.
    public init?(_ text: String) {
        let names = text.trimmed == "feed" ? [] : Supplier.OtherFields.paths(in: text)
        keys = names.map { name in Supplier.Field(name: name).map { .field($0) } ?? .other(name) }
        guard Set(keys).count == keys.count, !names.contains(""), !names.contains("feed") else { return nil }
    }

    /// The names, separated by commas.
    public var description: String {
        keys.isEmpty ? "feed" : keys.map { Supplier.OtherFields.listEntry($0.name) }.joined(separator: ",")
    }

    /// The paths of the other fields among the keys.
    package var otherPaths: [String] { keys.compactMap { if case .other(let path) = $0 { path } else { nil } } }

    /// The suppliers in this order, or in its reverse; equal ones stay in the order they were given in.
    ///
    /// Takes O(n log n) comparisons; each supplier's sort key is made once. The reverse of ``catalog`` is the suppliers
    /// from the last to the first.
    ///
    /// - Parameters:
    ///   - suppliers: the suppliers to sort.
    ///   - reversed: whether the last comes first. Default `false`.
    ///   - collation: how text is compared. Default ``SupplierOrder/Collation/folded``.
    public func sorted(
        _ suppliers: [Supplier], reversed: Bool = false, collation: SupplierOrder.Collation = .folded
    ) -> [Supplier] {
        guard self != .catalog else { return reversed ? suppliers.reversed() : suppliers }
        var (keys, text) = (SortKeys(capacity: suppliers.count), [UInt8]())
        for supplier in suppliers {
            text.removeAll(keepingCapacity: true)
            let fields = FieldRanges(of: supplier, writtenTo: &text)
            keys.append { appendSortKey(of: fields, in: text.span, by: collation, reversed: reversed, to: &$0) }
        }
        return keys.order(reversed: reversed).map { suppliers[$0] }
    }
}

extension SupplierOrder.Key {
    /// The name of the order by this key.
    package var name: String {
        switch self {
        case .other(let path): path
        case .field(let field): field.listName
        }
    }
}

// MARK: - Sort keys

extension SupplierOrder {
    /// Appends the bytes that a supplier is compared by. No key's are the beginning of another's, so that those of the
    /// next one count only for suppliers that are alike.
    ///
    /// - Parameter reversed: whether the last comes first; suppliers without a field are the last in any case.
    package func appendSortKey(
        of fields: FieldRanges, in text: Span<UInt8>, by collation: SupplierOrder.Collation, reversed: Bool,
        to output: inout [UInt8]
    ) {
        let missing: UInt8 = reversed ? 0 : 0xff
        for key in keys {
            switch key {
            case .field(let field):
                let value = fields[field].map { String(decoding: text.extracting($0)) } ?? ""
                Self.appendSortKey(of: field, value, by: collation, missing: missing, to: &output)
            case .other(let path):
                let value = Supplier.OtherFields(fields, in: text)[path]
                Self.appendSortKey(of: value, by: collation, missing: missing, to: &output)
            }
        }
    }

    private static func appendSortKey(
        of field: Supplier.Field, _ value: String, by collation: SupplierOrder.Collation, missing: UInt8,
        to output: inout [UInt8]
    ) {
        switch field {
        case .id:
            if let number = Int128(value) { return appendSortKey(of: number, to: &output) }
            output.append(0xff)
            appendSortKey(ofText: value, by: collation, to: &output)
        case .createdAt:
            guard let timestamp = Timestamp(value) else { return output.append(missing) }
            appendSortKey(of: Int128(timestamp.secondsSinceEpoch), to: &output)
            appendSortKey(of: Int128(timestamp.nanoseconds), to: &output)
        case .fullname, .company, .email, .phone, .avatar:
            guard !value.isEmpty else { return output.append(missing) }
            appendSortKey(ofText: value, by: collation, to: &output)
        }
    }

    private static func appendSortKey(
        of value: JSONValue?, by collation: SupplierOrder.Collation, missing: UInt8, to output: inout [UInt8]
    ) {
        guard let number = value?.number else {
            guard let value, !value.isEmpty else { return output.append(missing) }
            output.append(0xfe)
            return appendSortKey(ofText: value.cellText, by: collation, to: &output)
        }
        output.append(UInt8(0x80 + number.sign))
        appendSortKey(of: Int128(number.exponent), to: &output)
        appendSortKey(of: number.digits, to: &output)
    }

    /// Appends the bytes of a text, and a zero, which none of them is.
    private static func appendSortKey(
        ofText text: String, by collation: SupplierOrder.Collation, to output: inout [UInt8]
    ) {
        let start = output.count
        collation.appendSortKey(of: text, to: &output)
        for index in start..<output.count where output[index] == 0 { output[index] = 1 }
        output.append(0)
    }

    /// Appends bytes that have the order of the numbers: the number of bytes, then those, the highest first.
    private static func appendSortKey(of number: Int128, to output: inout [UInt8]) {
        let byteCount = (128 - number.magnitude.leadingZeroBitCount + 7) / 8
        output.append(UInt8(number < 0 ? 0x80 - byteCount : 0x80 + byteCount))
        for position in (0..<byteCount).reversed() {
            let byte = UInt8(truncatingIfNeeded: number.magnitude >> (8 * position))
            output.append(number < 0 ? ~byte : byte)
        }
    }
}

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
                TextFolding.append(text.utf8.span, to: &output)
            }
        }
    }
}
