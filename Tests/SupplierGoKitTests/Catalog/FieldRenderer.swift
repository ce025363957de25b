@testable import SupplierGoKit

/// Writes the fields of suppliers, each followed by a line feed, and counts the suppliers that are copied from the
/// catalog's bytes.
final class FieldRenderer: SupplierRendering {
    private let plain = Lock(0)

    /// The number of suppliers that were copied from the catalog's bytes.
    var plainCount: Int { plain.withLock { $0 } }

    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        if fields.isPlain { plain.withLock { $0 += 1 } }
        let ranges = [
            fields.id, fields.createdAt, fields.fullname, fields.avatar ?? 0..<0, fields.phone, fields.company,
            fields.email,
        ]
        for range in ranges {
            for index in range { output.append(text[index]) }
            output.append(UInt8(ascii: "\n"))
        }
        return true
    }
}
