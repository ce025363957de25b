/// JSON strings (RFC 8259, section 7).
enum JSONText {
    /// Adds a string in double quotes, in UTF-8, with as few escapes as may be.
    ///
    /// Escaped are the double quote, the backslash and control characters: C0, which JSON asks for, DEL and C1.
    ///
    /// - Parameter escapesHidden: whether everything else is escaped, too, that ``Swift/String/visibleText`` writes out.
    static func append(_ text: String, escapesHidden: Bool, into output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        if mayNeedEscapes(text, escapesHidden: escapesHidden) {
            for scalar in text.unicodeScalars {
                append(scalar, escapesHidden: escapesHidden, into: &output)
            }
        } else {
            output.append(contentsOf: text.utf8)
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Whether the text needs a closer look. C1 is U+0080 to U+009F, whose first byte in UTF-8 is C2.
    private static func mayNeedEscapes(_ text: String, escapesHidden: Bool) -> Bool {
        let bytes = text.utf8.span
        let firstHidden: UInt8 = escapesHidden ? 0x7f : 0xff
        var found = false
        for index in bytes.indices {
            let byte = bytes[index]
            found =
                found || byte < 0x20 || byte == 0x22 || byte == 0x5c || byte == 0x7f || byte == 0xc2
                || byte >= firstHidden
        }
        return found
    }

    private static func append(_ scalar: Unicode.Scalar, escapesHidden: Bool, into output: inout [UInt8]) {
        switch scalar {
        case "\"": output.append(contentsOf: #"\""#.utf8)
        case "\\": output.append(contentsOf: #"\\"#.utf8)
        case "\n": output.append(contentsOf: #"\n"#.utf8)
        case "\r": output.append(contentsOf: #"\r"#.utf8)
        case "\t": output.append(contentsOf: #"\t"#.utf8)
        case "\u{8}": output.append(contentsOf: #"\b"#.utf8)
        case "\u{c}": output.append(contentsOf: #"\f"#.utf8)
        case _ where scalar.properties.generalCategory == .control || escapesHidden && scalar.mayBeHidden:
            for unit in UTF16.encode(scalar).map(Array.init) ?? [] { appendEscape(unit, into: &output) }
        default: output.append(contentsOf: String(scalar).utf8)
        }
    }

    private static func appendEscape(_ unit: UInt16, into output: inout [UInt8]) {
        let digits = String(unit, radix: 16)
        output.append(contentsOf: #"\u"#.utf8)
        output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
        output.append(contentsOf: digits.utf8)
    }
}
