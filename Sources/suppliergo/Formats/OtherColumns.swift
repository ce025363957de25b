import SupplierGoKit

/// The values of columns that are none of a supplier's own fields, and the memory of those that no record had.
///
/// Several tasks that decode a catalog use one.
final class OtherColumns: Sendable {
    private let seen = Lock((paths: Set<String>(), names: [String]()))

    /// The value at a path among some fields; `nil` if the record has none.
    func value(at path: String, of fields: FieldRanges, in text: Span<UInt8>) -> OtherFields.Value? {
        let others = OtherFields(fields, in: text)
        let value = others[path]
        seen.withLock { seen in
            if value != nil { seen.paths.insert(path) }
            if seen.names.isEmpty { seen.names = others.shown.map(\.path) }
        }
        return value
    }

    /// The paths of columns that no record had, and the names that a record has.
    func missing(of columns: [ListColumn]) -> (paths: [String], names: [String]) {
        let (paths, names) = seen.withLock { $0 }
        let missing = columns.compactMap { if case .other(let path) = $0, !paths.contains(path) { path } else { nil } }
        return (missing, names)
    }
}

extension OtherFields.Value {
    /// The value in a cell: text as it is, an object or an array in JSON, and nothing else.
    var cellText: String { text ?? (isEmpty ? "" : json) }
}
