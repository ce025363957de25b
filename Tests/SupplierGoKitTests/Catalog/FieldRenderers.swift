@testable import SupplierGoKit

/// Writes the fields of suppliers, with a line feed behind each.
struct FieldWriter: SupplierRendering {
    func render(_ supplier: Supplier, into output: inout [UInt8]) -> Bool {
        let time = supplier.createdAt.description
        let fields = [supplier.id.rawValue, time, supplier.fullname, supplier.phone, supplier.company, supplier.email]
        for field in fields { output += Array("\(field)\n".utf8) }
        return true
    }
}

/// The same, also right out of a catalog's bytes, which it counts.
final class FieldCopier: SupplierCopying {
    private let copied = Lock(0)

    /// How many suppliers it was given by the places of their fields.
    var copiedCount: Int { copied.withLock { $0 } }

    func render(_ supplier: Supplier, into output: inout [UInt8]) -> Bool {
        FieldWriter().render(supplier, into: &output)
    }

    func render(_ places: SupplierPlaces, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        copied.withLock { $0 += 1 }
        let fields = [places.id, places.createdAt, places.fullname, places.phone, places.company, places.email]
        for field in fields {
            for index in field { output.append(text[index]) }
            output.append(UInt8(ascii: "\n"))
        }
        return true
    }
}
