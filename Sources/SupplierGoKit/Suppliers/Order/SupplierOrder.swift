/// An order of suppliers.
public enum SupplierOrder: String, Sendable, Hashable, CaseIterable {
    /// The catalog's own order.
    case feed

    /// By full name.
    case name

    /// By company.
    case company

    /// By the time of ``Supplier/createdAt``, whatever its offset; those without one are last.
    case created

    /// By e-mail address.
    case email

    /// By id: integers by their value, then other text.
    case id

    /// Whether the left supplier comes before the right one.
    public func areInIncreasingOrder(
        _ left: Supplier, _ right: Supplier, collation: Collation = .folded
    ) -> Bool {
        switch self {
        case .feed: return false
        case .created: return Self.isEarlier(left, right)
        case .name, .company, .email, .id:
            var keys = SortKeys(capacity: 2)
            keys.append { appendSortKey(of: left, by: collation, to: &$0) }
            keys.append { appendSortKey(of: right, by: collation, to: &$0) }
            return keys.isIncreasing(0, 1)
        }
    }

    /// The suppliers in this order, or in its reverse; equal ones stay in the order they were given in.
    ///
    /// Takes O(n log n) comparisons; each supplier's sort key is made once. The reverse of ``feed`` is the suppliers from
    /// the last to the first.
    ///
    /// - Parameters:
    ///   - suppliers: the suppliers to sort.
    ///   - reversed: whether the last comes first. Default `false`.
    ///   - collation: how text is compared. Default ``Collation/folded``.
    public func sorted(
        _ suppliers: [Supplier], reversed: Bool = false, collation: Collation = .folded
    ) -> [Supplier] {
        switch self {
        case .feed: return reversed ? suppliers.reversed() : suppliers
        case .created:
            return suppliers.sorted { reversed ? Self.isEarlier($1, $0) : Self.isEarlier($0, $1) }
        case .name, .company, .email, .id:
            var keys = SortKeys(capacity: suppliers.count)
            for supplier in suppliers { keys.append { appendSortKey(of: supplier, by: collation, to: &$0) } }
            return keys.order(reversed: reversed).map { suppliers[$0] }
        }
    }

    private static func isEarlier(_ left: Supplier, _ right: Supplier) -> Bool {
        guard let (time, other) = left.createdAt.flatMap({ time in right.createdAt.map { (time, $0) } }) else {
            return left.createdAt != nil && right.createdAt == nil
        }
        return time < other
    }

    /// Appends the bytes that a supplier is compared by in an order by text or id.
    private func appendSortKey(of supplier: Supplier, by collation: Collation, to output: inout [UInt8]) {
        appendSortKey(ofField: supplier[field ?? .fullname], by: collation, to: &output)
    }

    /// The field that suppliers are compared by; none in the catalog's own order.
    package var field: Supplier.Field? {
        switch self {
        case .feed: nil
        case .name: .fullname
        case .company: .company
        case .created: .createdAt
        case .email: .email
        case .id: .id
        }
    }

    /// Appends the bytes that a supplier is compared by, made from the text of the field that this is an order by.
    package func appendSortKey(ofField text: String, by collation: Collation, to output: inout [UInt8]) {
        switch self {
        case .id:
            if let number = Int128(text) {
                Self.appendSortKey(of: number, to: &output)
            } else {
                output.append(0xff)
                collation.appendSortKey(of: text, to: &output)
            }
        case .created:
            if let timestamp = Timestamp(text) {
                Self.appendSortKey(of: timestamp, to: &output)
            } else {
                output.append(0xff)
            }
        case .feed, .name, .company, .email: collation.appendSortKey(of: text, to: &output)
        }
    }

    /// Appends bytes that have the order of the times: the seconds, with those before 1970 first, and the nanoseconds.
    private static func appendSortKey(of timestamp: Timestamp, to output: inout [UInt8]) {
        let seconds = UInt64(bitPattern: timestamp.secondsSinceEpoch) ^ 1 << 63
        for shift in stride(from: 56, through: 0, by: -8) { output.append(UInt8(truncatingIfNeeded: seconds >> shift)) }
        for shift in stride(from: 24, through: 0, by: -8) {
            output.append(UInt8(truncatingIfNeeded: timestamp.nanoseconds >> shift))
        }
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
