import SupplierGoKit

/// The rules for the fields of one supplier. Each returns a clause for people about a value that breaks it, or `nil`.
/// ``RuleEvaluator`` says which values no two suppliers may share.
enum CheckRules {
    /// The rule for e-mail addresses: there is one, it is valid, and no word of it has letters of two alphabets.
    static func email(_ email: Span<UInt8>) -> String? {
        guard !email.isEmpty else { return "no e-mail address" }
        let (malformed, isPlain) = ("malformed e-mail address:", email.isPrintableASCII)
        if isPlain { return EmailAddress.error(in: email) == nil ? nil : malformed }
        let text = String(decoding: email)
        guard Supplier.Field.email.error(in: text) == nil else { return malformed }
        return mixesAlphabets(text) ? "e-mail address that mixes alphabets:" : nil
    }

    /// Tests if a word has letters of several alphabets: a Cyrillic `о` looks like a Latin one.
    private static func mixesAlphabets(_ text: String) -> Bool {
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

    /// The rule for phone numbers, which is that of edits.
    static func phone(_ phone: Span<UInt8>) -> String? {
        phone.isEmpty ? "no phone number" : TelephoneNumber.error(in: phone).map { "phone number with \($0):" }
    }

    /// The rule for full names: it is one, which was decoded as its writer meant it.
    ///
    /// The name of one word is a name: `Suharto`, `王小明`.
    static func fullname(_ name: Span<UInt8>) -> String? {
        guard !name.isEmpty else { return "no full name" }
        let (isPlain, initial) = (name.isPrintableASCII, name[0] | 0x20)
        // A name that begins with another letter than the words for nothing needs no look at its words.
        let isName = initial &- UInt8(ascii: "a") < 26 && !"ntu".utf8.contains(initial)
        if isPlain, isName, name.indices.allSatisfy({ !isMarkup(name[$0]) }) { return nil }
        let text = String(decoding: name).trimmed
        if !isPlain, text.isMisdecoded { return "mis-decoded full name:" }
        if !isPlain, text.hasInvisible { return "full name with an invisible character:" }
        if text.hasEntity { return "full name with an HTML entity:" }
        if EmailAddress.error(in: text.utf8.span) == nil { return "full name that is an e-mail address:" }
        return text.isFilledIn ? nil : "full name that is none:"
    }

    /// Tests if a byte is in every HTML entity, or in every e-mail address.
    private static func isMarkup(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "&") || byte == UInt8(ascii: "@") }

    /// Tests if a date is known and later than now.
    static func isFuture(_ date: Span<UInt8>, at now: Timestamp) -> Bool {
        Timestamp(utf8: date).map { $0 > now } ?? false
    }

    /// Appends a text in lower case.
    static func appendLowercased(_ text: Span<UInt8>, to output: inout [UInt8]) {
        if !text.isASCII {
            output += String(decoding: text).lowercased().utf8
        } else {
            for index in text.indices {
                output.append(text[index] &- UInt8(ascii: "A") < 26 ? text[index] | 0x20 : text[index])
            }
        }
    }
}

extension String {
    /// True if a word stands for something: it has a letter or a digit, and is not the usual word for nothing. `null`
    /// alone may be a family name; `null null` is none.
    fileprivate var isFilledIn: Bool {
        let words = lowercased().split(whereSeparator: \.isWhitespace)
        return words != ["null", "null"]
            && words.contains { !Self.wordsForNothing.contains($0) && $0.contains { $0.isLetter || $0.isNumber } }
    }

    private static let wordsForNothing: Set<Substring> = [
        "n/a", "#n/a", "n.a.", "#name?", "#ref!", "#value!", "test", "undefined", "nan", "[object", "object]",
    ]

    /// True if it has a character of HTML, written out: `&amp;`, `&#39;`.
    ///
    /// Not by a regular expression, which took two thirds of a check's processor time.
    fileprivate var hasEntity: Bool {
        split(separator: "&", omittingEmptySubsequences: false).dropFirst().contains { part in
            let name = part.prefix { $0 != ";" }
            return name.endIndex < part.endIndex && name.utf8.count > 1
                && (name.first == "#" ? name.dropFirst() : name).allSatisfy {
                    $0.isASCII && ($0.isLetter || $0.isNumber)
                }
        }
    }

    /// True if it has a character that cannot be seen and is no part of the spelling, as joiners are in Persian and in
    /// the scripts of India, and variation selectors in Japanese.
    fileprivate var hasInvisible: Bool {
        var previous: Unicode.Scalar = " "
        for scalar in unicodeScalars {
            let properties = scalar.properties
            let joins = properties.isJoinControl || properties.isVariationSelector
            let isPart = joins && previous.value >= 0x530 && !previous.properties.isDefaultIgnorableCodePoint
            let isSeparator = [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
            // The blank pattern of Braille is neither a space nor ignorable.
            if isSeparator || properties.isDefaultIgnorableCodePoint && !isPart || scalar == "\u{2800}" { return true }
            // An emoji's joiner may follow its variation selector.
            if !properties.isVariationSelector { previous = scalar }
        }
        return false
    }

    /// True if it was UTF-8 that a program read as Windows-1252 (`MÃ¼ller`, `O’Neil` as `Oâ€™Neil`), or the reverse.
    fileprivate var isMisdecoded: Bool {
        let bytes = unicodeScalars.map(\.windows1252)
        var (index, previousEnd) = (0, -1)
        while index < bytes.count {
            let length = bytes[index].map { $0 < 0xc2 || $0 > 0xf4 ? 1 : $0 < 0xe0 ? 2 : $0 < 0xf0 ? 3 : 4 } ?? 1
            let end = index + length
            if length == 1 || end > bytes.count
                || !bytes[index + 1..<end].allSatisfy({ ($0 ?? 0) & 0xc0 == 0x80 })
            {
                index += 1
                continue
            }
            // Accents and typography of the West: one is enough. Of other scripts a name has several in a row.
            if [0xc2, 0xc3, 0xc4, 0xc5, 0xe2, 0xef, 0xf0].contains(bytes[index]) || previousEnd == index {
                return true
            }
            (index, previousEnd) = (end, end)
        }
        // The first byte of most Latin letters with accents, read as Mac Roman or as in DOS.
        return contains("\u{fffd}") || contains(#/[√├][^\x00-\x7f]/#)
    }
}

extension Unicode.Scalar {
    /// The byte that stands for it in Windows-1252; the five that stand for nothing are control characters.
    fileprivate var windows1252: UInt8? {
        if let byte = UInt8(exactly: value) { return byte }
        return Self.windows1252.firstIndex(of: self).map { UInt8(0x80 + $0) }
    }

    private static let windows1252 = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ".unicodeScalars)
}

/// Applies the rules for single suppliers, and hashes the values that no two of them may share, on the tasks that
/// decode them.
///
/// It renders the fields as rows, and keeps what it has found of each, which ``SupplierCheck`` reads: each batch has
/// its own evaluator.
struct RuleEvaluator: SupplierRendering {
    /// Selects the suppliers whose findings are wanted; they are compared with all others.
    let matcher: QueryMatcher

    /// Names avatars as the catalog does.
    let resolver: EndpointResolver

    /// The avatars that their servers have said are gone.
    let goneAvatars: Set<CacheKey>

    /// The time of the check.
    let now: Timestamp

    private let keptRows = Lock([Row]())

    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        let (fullname, email) = (text.extracting(fields.fullname), text.extracting(fields.email))
        // Compared forms are written to the output's end, which spares an array for each.
        let start = output.count
        func hash(_ range: Range<Int>, _ append: (inout [UInt8]) -> Void) -> UInt64 {
            guard !range.isEmpty else { return Row.noHash }
            append(&output)
            defer { output.removeLast(output.count - start) }
            return output.count > start ? Self.hash(of: output.span.extracting(start...)) : Row.noHash
        }
        let person = Self.hashOfWords(in: fullname, by: &output)
        let company = Self.hashOfWords(in: text.extracting(fields.company), by: &output)
        let row = Row(
            isWanted: matcher.query.isEmpty || matcher.matches(fields, in: text),
            broken: [
                CheckRules.email(email) != nil, CheckRules.phone(text.extracting(fields.phone)) != nil,
                CheckRules.fullname(fullname) != nil,
                fields.avatar.map { isGone(text.extracting($0)) } ?? false,
                CheckRules.isFuture(text.extracting(fields.createdAt), at: now),
            ],
            hashes: [
                Self.hash(of: text.extracting(fields.id)),
                hash(fields.email) { CheckRules.appendLowercased(email, to: &$0) },
                hash(fields.phone) { TelephoneNumber.appendDigits(of: text.extracting(fields.phone), to: &$0) },
                person == Row.noHash ? Row.noHash : max(Row.noHash + 1, person &+ company &* 0x9e37_79b9_7f4a_7c15),
            ])
        keptRows.withLock { $0.append(row) }
        var compared = fields
        compared.other = 0..<0
        return RowRenderer().render(compared, in: text, into: &output)
    }

    /// Makes the hashes of each process others.
    private static let seed = UInt64.random(in: 0 ... .max)

    /// A hash that is not ``Row/noHash``.
    private static func hash(of text: Span<UInt8>) -> UInt64 { max(Row.noHash + 1, XXH64.hash(of: text, seed: seed)) }

    /// A hash of a text's words, folded, in any order and without punctuation; ``Row/noHash`` if there are none.
    ///
    /// - Parameter output: has room for the folded text at its end.
    private static func hashOfWords(in text: Span<UInt8>, by output: inout [UInt8]) -> UInt64 {
        let start = output.count
        TextFolding.append(text, to: &output)
        defer { output.removeLast(output.count - start) }
        let folded = output.span.extracting(start...)
        guard folded.isASCII else {
            let words = String(decoding: folded).split { $0.isWhitespace || $0.isPunctuation }
            return words.reduce(Row.noHash) { $0 &+ hash(of: Array($1.utf8).span) }
        }
        var (sum, wordStart) = (Row.noHash, 0)
        for index in 0...folded.count where index == folded.count || !isWord(folded[index]) {
            if index > wordStart { sum = sum &+ hash(of: folded.extracting(wordStart..<index)) }
            wordStart = index + 1
        }
        return sum
    }

    /// Tests if an ASCII byte is neither white space nor punctuation, as `Character` has it.
    private static func isWord(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte.decimalValue != nil || "$+<=>^`|~".utf8.contains(byte)
    }

    private func isGone(_ endpoint: Span<UInt8>) -> Bool {
        guard !goneAvatars.isEmpty, let avatar = Avatar(endpoint: String(decoding: endpoint)) else { return false }
        do {
            return goneAvatars.contains(CacheKey(avatarAt: try resolver.address(of: avatar)))
        } catch {
            // An endpoint that is not a URL has no server.
            return false
        }
    }
}

extension RuleEvaluator {
    /// A supplier that the rules have been applied to.
    struct Row: Sendable {
        /// The hash of a value that is empty, and may be shared.
        static let noHash: UInt64 = 0

        /// True if its findings are wanted.
        let isWanted: Bool

        /// True for each broken rule of ``Finding/Rule/ofOne``.
        let broken: InlineArray<5, Bool>

        /// The hash of its value for each of ``Finding/Rule/ofSeveral``.
        let hashes: InlineArray<4, UInt64>
    }

    /// The suppliers that it has rendered, in the catalog's order.
    var rows: [Row] { keptRows.withLock { $0 } }
}
