import SupplierGoKit

/// Prints a vCard 3.0 (RFC 2426, which all address books read) for each supplier, with the avatar's bytes in it.
///
/// There is no `REV`: a catalog says when a supplier was entered, not when the card was last changed.
struct VCardFormatter: SupplierFormatter {
    /// True if what a terminal would obey is written out (``Swift/String/visibleText``).
    let isForTerminal: Bool

    mutating func add(_ fields: FieldRanges, in text: Span<UInt8>, _ avatar: ListedAvatar, into output: inout [UInt8]) {
        guard let supplier = Supplier(fields, in: text) else { return }
        output.append("BEGIN:VCARD\r\nVERSION:3.0\r\n")
        let name = value(Self.name(of: supplier))
        // The part of a name that is the family's is unknown, and a guess would be wrong for half of the world.
        VCardLine.append("N:;\(name);;;".utf8, to: &output)
        VCardLine.append("FN:\(name)".utf8, to: &output)
        let lines = [
            ("ORG", supplier.company), ("TEL;TYPE=WORK", supplier.phone), ("EMAIL;TYPE=WORK", supplier.email),
        ]
        for (name, text) in lines where !text.isEmpty { VCardLine.append("\(name):\(value(text))".utf8, to: &output) }
        if let image = avatar.image, let kind = ImageHeader.kind(of: image.span) {
            let type = kind.mediaType.dropFirst("image/".count).uppercased()
            var line = Array("PHOTO;ENCODING=b;TYPE=\(type):".utf8)
            line.append(base64: image)
            VCardLine.append(line, to: &output)
        }
        output.append("END:VCARD\r\n")
    }

    /// The name, which every card must have (RFC 2426, section 3.1.1).
    private static func name(of supplier: Supplier) -> String {
        [supplier.fullname, supplier.company, supplier.email].first { !$0.isEmpty } ?? supplier.id.rawValue
    }

    private func value(_ text: String) -> String {
        VCardLine.escaped(isForTerminal ? text.replacingHidden { $0 == "\n" ? "\n" : $0.writtenOut } : text)
    }
}

/// The lines of a vCard as they are in the file.
enum VCardLine {
    /// The most bytes of a line, its end not counted (RFC 2426, section 2.6).
    static let limit = 75

    /// Adds a line of UTF-8, folded: a long one continues after a line's end and a space. No character is split.
    static func append(_ line: some Sequence<UInt8>, to output: inout [UInt8]) {
        let line = Array(line)
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

    /// Escapes a text value (RFC 2426, section 4) or a part of a structured value. Control characters, which no value
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
