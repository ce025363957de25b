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
        let createdAt = supplier.createdAt
        append(
            id: supplier.id.rawValue.utf8.span, fullname: supplier.fullname.utf8.span,
            company: supplier.company.utf8.span, phone: supplier.phone.utf8.span, email: supplier.email.utf8.span,
            into: &output, room: room + Timestamp.longestText, write: write
        ) { createdAt.write(into: &$0) }
    }

    /// Adds the columns of a supplier by the places of its fields, likewise.
    @inline(__always)
    static func append(
        _ places: SupplierPlaces, in text: Span<UInt8>, into output: inout [UInt8], room: Int,
        write: (Span<UInt8>, inout OutputSpan<UInt8>) -> Void
    ) {
        let createdAt = text.extracting(places.createdAt)
        append(
            id: text.extracting(places.id), fullname: text.extracting(places.fullname),
            company: text.extracting(places.company), phone: text.extracting(places.phone),
            email: text.extracting(places.email), into: &output, room: room + createdAt.count, write: write
        ) { $0.append(copying: createdAt) }
    }

    @inline(__always)
    private static func append(
        id: Span<UInt8>, fullname: Span<UInt8>, company: Span<UInt8>, phone: Span<UInt8>, email: Span<UInt8>,
        into output: inout [UInt8], room: Int, write: (Span<UInt8>, inout OutputSpan<UInt8>) -> Void,
        writeTime: (inout OutputSpan<UInt8>) -> Void
    ) {
        let byteCount = id.count + fullname.count + company.count + phone.count + email.count
        output.append(addingCapacity: 2 * byteCount + room) { output in
            write(id, &output)
            write(fullname, &output)
            write(company, &output)
            write(phone, &output)
            write(email, &output)
            writeTime(&output)
        }
    }
}
