import SupplierGoKit

/// Initials in place of a missing picture, in a colour that never changes.
struct Initials: Sendable, Hashable {
    /// One or two characters, one if they are wide; never more than two columns.
    let text: String

    /// The index of one of ``TextStyle/tintCount`` colours.
    let tint: Int

    /// Takes the initials of the full name or, if that is empty, of the company.
    init(of supplier: Supplier) {
        self.init(
            fullname: supplier.fullname.utf8.span, company: supplier.company.utf8.span,
            id: supplier.id.rawValue.utf8.span)
    }

    /// Takes the initials of names in UTF-8.
    init(fullname: Span<UInt8>, company: Span<UInt8>, id: Span<UInt8>) {
        var text = Self.initials(of: fullname)
        if text.isEmpty { text = Self.initials(of: company) }
        self.text = text.isEmpty ? "?" : text
        tint = Int(id.stableHash % UInt64(TextStyle.tintCount))
    }

    /// The first letters of the first word and of the last. ASCII, as most names are, is not made a string.
    private static func initials(of name: Span<UInt8>) -> String {
        guard name.isPlainASCII else { return initials(of: String(decoding: name)) }
        var (first, last): (UInt8?, UInt8?)
        var beginsWord = true
        for index in name.indices {
            let byte = name[index]
            let endsWord = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
            let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
            if beginsWord, isLetter || byte &- UInt8(ascii: "0") < 10 {
                let letter = byte & (isLetter ? 0xdf : 0xff)
                (first, last) = (first ?? letter, first == nil ? nil : letter)
            }
            beginsWord = endsWord
        }
        return String(decoding: [first, last].compactMap(\.self), as: UTF8.self)
    }

    private static func initials(of name: String) -> String {
        let words = name.visibleText.split { $0.isWhitespace || $0 == "-" }
        let letters = words.compactMap { $0.first }.filter { $0.isLetter || $0.isNumber }
        guard let first = letters.first else { return "" }
        let both = letters.count > 1 ? [first, letters[letters.count - 1]] : [first]
        let initials = both.map { String($0).uppercased() }
        let pair = initials.joined()
        return pair.displayWidth <= 2 ? pair : String(initials[0].prefix(ofWidth: 2))
    }
}
