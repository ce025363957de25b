import SupplierGoKit

/// The values at paths that are none of a supplier's own fields, and the memory of those that no record had.
///
/// Several tasks that decode a catalog use one.
final class OtherColumns: Sendable {
    private let seen = Lock((paths: Set<String>(), names: [String]()))

    /// The value at a path among some fields; `nil` if the record has none.
    func value(at path: String, of fields: FieldRanges, in text: Span<UInt8>) -> Supplier.OtherFields.Value? {
        let others = Supplier.OtherFields(fields, in: text)
        let value = others[path]
        seen.withLock { seen in
            if value != nil { seen.paths.insert(path) }
            if seen.names.isEmpty { seen.names = others.shown.map(\.path) }
        }
        return value
    }

    /// The paths that no record had, and the names that a record has.
    func missing(of paths: [String]) -> (paths: [String], names: [String]) {
        let seen = seen.withLock { $0 }
        return (paths.filter { !seen.paths.contains($0) }, seen.names)
    }
}
