/// The rule for e-mail addresses, of edits (``Supplier/Field/error(in:)``) and of `check`: one `@`, no white space,
/// none of the characters that stand around addresses, and after the `@` a domain, which has a dot.
package enum EmailAddress {
    /// A clause that names the first error of an address in UTF-8; `nil` if it is valid.
    package static func error(in address: Span<UInt8>) -> String? {
        let (at, dot) = (UInt8(ascii: "@"), UInt8(ascii: "."))
        guard let split = address.firstIndex(of: at, from: 0) else { return "has no @" }
        guard address.firstIndex(of: at, from: split + 1) == nil else { return "has more than one @" }
        let hasSpace =
            address.isPrintableASCII
            ? address.firstIndex(of: UInt8(ascii: " "), from: 0) != nil
            : String(decoding: address).unicodeScalars.contains(where: \.properties.isWhitespace)
        if hasSpace { return "has a space" }
        for mark in "<>,;:".utf8 where address.firstIndex(of: mark, from: 0) != nil {
            return "has a '\(Unicode.Scalar(mark))'"
        }
        if split == 0 { return "has nothing before the @" }
        for index in split + 1..<address.count where !isInDomain(address[index]) { return "has no valid domain" }
        var (labelStart, labelCount) = (split + 1, 0)
        while labelStart <= address.count {
            let end = address.firstIndex(of: dot, from: labelStart) ?? address.count
            if end == labelStart { return "has no valid domain" }
            (labelStart, labelCount) = (end + 1, labelCount + 1)
        }
        return labelCount > 1 ? nil : "has a domain without a dot"
    }

    /// Tests if a byte may be in a domain, or in an IP address in brackets.
    private static func isInDomain(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte.decimalValue != nil
            || ".-_[]".utf8.contains(byte)
    }

    /// Tests if a word has letters of several alphabets: a Cyrillic `о` looks like a Latin one.
    package static func mixesAlphabets(_ text: String) -> Bool {
        let words = text.split { !$0.isLetter && !$0.isNumber }
        return words.contains { Set($0.unicodeScalars.compactMap(alphabet)).count > 1 }
    }

    /// A scalar's alphabet; `nil` for digits and marks, and for scripts that are written among others.
    private static func alphabet(of scalar: Unicode.Scalar) -> Int? {
        switch scalar.value {
        case 0x41...0x5a, 0x61...0x7a, 0xc0...0xd6, 0xd8...0xf6, 0xf8...0x24f, 0x1e00...0x1eff, 0xff21...0xff5a: 0
        // Greek, Cyrillic, Armenian, Hebrew, Arabic, Georgian and Cherokee.
        case 0x370...0x3ff, 0x1f00...0x1fff: 1
        case 0x400...0x52f, 0x1c80...0x1c8f, 0xa640...0xa69f: 2
        case 0x530...0x58f: 3
        case 0x590...0x5ff: 4
        case 0x600...0x6ff: 5
        case 0x10a0...0x10ff: 6
        case 0x13a0...0x13ff, 0xab70...0xabbf: 7
        default: nil
        }
    }
}
