/// The lines of a vCard, as the file holds them.
enum VCardLine {
    /// The most bytes of a line, its end not counted (RFC 6350, section 3.2).
    static let limit = 75

    /// Adds a line of text, folded.
    static func append(_ line: String, to output: inout [UInt8]) {
        append(Array(line.utf8), to: &output)
    }

    /// Adds a line of UTF-8, folded: what is too long goes on behind a line's end and a space, and no character is parted.
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

    /// A text value (RFC 6350, section 3.4), for parts of structured values too; control characters, which no value may
    /// hold, become U+FFFD.
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
