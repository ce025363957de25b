import FoundationEssentials
import SupplierGoKit

/// Prints a vCard a supplier (RFC 6350, version 4.0), with the avatar's bytes in it.
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

    /// The name, which every card must have (RFC 6350, section 6.2.1).
    private static func name(of supplier: Supplier) -> String {
        [supplier.fullname, supplier.company, supplier.email].first { !$0.isEmpty } ?? supplier.id.rawValue
    }

    private func text(_ value: String) -> String {
        VCardLine.escaped(isForTerminal ? value.replacingHidden { $0 == "\n" ? "\n" : $0.writtenOut } : value)
    }
}

extension Timestamp {
    /// The instant in UTC, without separators and fraction (RFC 6350, section 4.3.5): `20210121T091116Z`.
    fileprivate var basicText: String {
        let utc = Timestamp(secondsSinceEpoch: secondsSinceEpoch) ?? self
        return utc.description.filter { $0 != "-" && $0 != ":" }
    }
}

/// The lines of a vCard as they are in the file.
enum VCardLine {
    /// The most bytes of a line, its end not counted (RFC 6350, section 3.2).
    static let limit = 75

    /// Adds a line of text, folded.
    static func append(_ line: String, to output: inout [UInt8]) {
        append(Array(line.utf8), to: &output)
    }

    /// Adds a line of UTF-8, folded: what is too long continues after a line's end and a space. No character is split.
    static func append(_ line: [UInt8], to output: inout [UInt8]) {
        output.reserveCapacity(output.count + line.count + line.count / 24 + 2)
        var start = 0
        var room = limit
        while line.count - start > room {
            var end = start + room
            while end > start + 1, line[end] & 0xc0 == 0x80 { end -= 1 }
            output.append(contentsOf: line[start..<end])
            output.append("\r\n ")
            start = end
            room = limit - 1
        }
        output.append(contentsOf: line[start...])
        output.append("\r\n")
    }

    /// Escapes a text value (RFC 6350, section 3.4) or a part of a structured value. Control characters, which no value
    /// may hold, become U+FFFD.
    static func escaped(_ value: String) -> String {
        var result = ""
        var previous: Unicode.Scalar?
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\", ",", ";": result += "\\" + String(scalar)
            case "\n" where previous == "\r": break
            case "\n", "\r": result += "\\n"
            case "\t": result.unicodeScalars.append(scalar)
            default: result.unicodeScalars.append(scalar.isControl ? "\u{fffd}" : scalar)
            }
            previous = scalar
        }
        return result
    }
}
