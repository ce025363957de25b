import FoundationEssentials
import SupplierGoKit

/// Prints a vCard a supplier (RFC 6350, version 4.0), with the avatar in it.
///
/// There is no `N`: a catalog does not say which part of a name is the family's, and a guess would be wrong for half of
/// the world. `REV` is the record's `createdAt`, the only date a catalog has.
struct VCardFormatter: SupplierFormatter {
    /// The catalog, for cards' `UID`.
    let catalog: CatalogLocation

    /// Whether what a terminal would obey is written out (``Swift/String/visibleText``).
    let isForTerminal: Bool

    var embedsAvatars: Bool { true }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        let supplier = listed.supplier
        output.append("BEGIN:VCARD\r\nVERSION:4.0\r\n")
        VCardLine.append("UID:urn:uuid:" + catalog.uuid(of: supplier.id).uuidString.lowercased(), to: &output)
        VCardLine.append("FN:" + text(Self.name(of: supplier)), to: &output)
        for (name, value) in [("ORG", supplier.company), ("TEL", supplier.phone), ("EMAIL", supplier.email)]
        where !value.isEmpty {
            VCardLine.append("\(name):\(text(value))", to: &output)
        }
        VCardLine.append("REV:" + supplier.createdAt.basicText, to: &output)
        if let image = listed.image, let kind = ImageHeader(image)?.kind {
            var line = Array("PHOTO:data:\(kind.mediaType);base64,".utf8)
            line.append(base64: image)
            VCardLine.append(line, to: &output)
        }
        output.append("END:VCARD\r\n")
    }

    /// The name, which a card cannot do without (RFC 6350, section 6.2.1).
    private static func name(of supplier: Supplier) -> String {
        [supplier.fullname, supplier.company, supplier.email].first { !$0.isEmpty } ?? supplier.id.rawValue
    }

    private func text(_ value: String) -> String {
        VCardLine.escaped(isForTerminal ? value.replacingHidden { $0 == "\n" ? "\n" : $0.writtenOut } : value)
    }
}

extension Timestamp {
    /// The moment in UTC, without separators and fraction (RFC 6350, section 4.3.5): `20210121T091116Z`.
    fileprivate var basicText: String {
        let utc = Timestamp(secondsSinceEpoch: secondsSinceEpoch) ?? self
        return utc.description.filter { $0 != "-" && $0 != ":" }
    }
}
