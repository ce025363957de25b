import SupplierGoKit

/// The columns of a supplier's line in a format that programs read: `tsv` and `csv`.
enum SupplierColumns {
    /// Their names, in their order.
    static let names = ["id", "fullname", "company", "phone", "email", "createdAt"]

    /// Adds a supplier's columns. One reservation serves all of them: that is what makes it quick.
    ///
    /// - Parameters:
    ///   - room: the most bytes that stand around the fields of a line.
    ///   - write: adds a field's bytes, two for one at most, and what stands behind them.
    @inline(__always)
    static func append(
        _ supplier: Supplier, into output: inout [UInt8], room: Int,
        write: (Span<UInt8>, inout OutputSpan<UInt8>) -> Void
    ) {
        let id = supplier.id.rawValue.utf8.span
        let fullname = supplier.fullname.utf8.span
        let company = supplier.company.utf8.span
        let phone = supplier.phone.utf8.span
        let email = supplier.email.utf8.span
        let createdAt = supplier.createdAt
        let byteCount = id.count + fullname.count + company.count + phone.count + email.count
        output.append(addingCapacity: 2 * byteCount + room + Timestamp.longestText) { output in
            write(id, &output)
            write(fullname, &output)
            write(company, &output)
            write(phone, &output)
            write(email, &output)
            createdAt.write(into: &output)
        }
    }
}
