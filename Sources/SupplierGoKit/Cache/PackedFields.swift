/// The fields of a ``StoredResponse`` in few bytes: names by their numbers, dates by their distance from the response, the
/// usual words by theirs, and entity tags of hexadecimal digits two digits a byte.
///
/// Whatever does not come back byte for byte in one of these forms is kept as text.
enum PackedFields {
    /// How a value is packed; the number is the upper half of a line's first byte, whose lower half is the name's.
    fileprivate enum Form: UInt8 {
        /// A length, then the bytes.
        case text = 0

        /// A date of 29 letters (RFC 9110, section 5.6.7), in seconds since the response was received.
        case date = 1

        /// Members with a comma and a space between them; each is a word, or a word, `=` and a number.
        case words = 2

        /// A strong entity tag (section 8.8.3): twice as many as it has digits, and one where there is a dash among them; then
        /// the dash's place, then the digits.
        case tag = 3

        /// A weak one likewise.
        case weakTag = 4
    }

    /// The form that values of ``StoredResponse/fieldNames`` usually have.
    fileprivate static let usualForms: [Form] = StoredResponse.fieldNames.map { name in
        switch name {
        case "Date", "Expires", "Last-Modified": .date
        case "Cache-Control", "Vary", "Content-Type": .words
        case "ETag": .tag
        default: .text
        }
    }

    /// What the byte of a member says besides the number of its word.
    fileprivate enum Mark {
        static let word: UInt8 = 0x3f
        static let hasNumber: UInt8 = 0x40
        static let isFollowed: UInt8 = 0x80
    }

    /// The words, by their numbers; stored records depend on these.
    fileprivate static let words = WordList([
        "max-age", "s-maxage", "stale-while-revalidate", "stale-if-error", "no-cache", "no-store", "no-transform",
        "must-revalidate", "proxy-revalidate", "must-understand", "public", "private", "immutable",
        "Accept", "Accept-Encoding", "Accept-Language", "Origin", "User-Agent", "Cookie", "Authorization", "*",
        "image/jpeg", "image/png", "image/webp", "image/gif", "image/avif", "image/svg+xml", "image/bmp", "image/tiff",
        "image/x-icon", "image/vnd.microsoft.icon", "image/heic", "application/octet-stream", "application/json",
        "application/json; charset=utf-8", "application/json;charset=utf-8", "application/x-ndjson", "text/plain",
    ])

    /// The longest tag that is packed, with its quotes: a place in it is one byte.
    fileprivate static let longestTag = 250

    /// Whole seconds in microseconds since 1970.
    fileprivate static func seconds(_ microseconds: Int64) -> Int {
        Int(microseconds.dividedRoundingDown(by: FreshnessTerms.microsecondsInSecond))
    }

    /// The most bytes that fields take.
    static func room(for fields: HTTPFields) -> Int { fields.bytes.count + 16 * fields.count }
}

extension OutputSpan<UInt8> {
    /// Adds the fields of a response that was received at a time, in microseconds since 1970; there must be room for them
    /// (``PackedFields/room(for:)``).
    mutating func append(packing fields: HTTPFields, receivedAt: Int64) {
        let bytes = fields.bytes.span
        for line in fields.lines {
            guard let name = StoredResponse.number(ofKeptField: bytes.extracting(line.name)) else {
                preconditionFailure("a response has kept fields only")
            }
            append(packing: bytes.extracting(line.value), of: UInt8(name), receivedAt: receivedAt)
        }
    }

    private mutating func append(packing value: Span<UInt8>, of name: UInt8, receivedAt: Int64) {
        let start = count
        var form = PackedFields.usualForms[Int(name)]
        if form == .tag, value.count > 2, value[0] == UInt8(ascii: "W"), value[1] == UInt8(ascii: "/") {
            form = .weakTag
        }
        append(form.rawValue << 4 | name)
        let isPacked =
            switch form {
            case .text: false
            case .date: append(date: value, from: PackedFields.seconds(receivedAt))
            case .words: append(words: value)
            case .tag: append(tag: value)
            case .weakTag: append(tag: value.extracting(2...))
            }
        guard !isPacked else { return }
        removeLast(count - start)
        append(PackedFields.Form.text.rawValue << 4 | name)
        append(counted: value)
    }

    private mutating func append(date value: Span<UInt8>, from start: Int) -> Bool {
        guard let seconds = HTTPDate.seconds(inFixed: value), let text = HTTPDate.fixedText(seconds),
            value.isEqual(to: text.span)
        else { return false }
        append(compact: Int64(seconds - start))
        return true
    }

    private mutating func append(words value: Span<UInt8>) -> Bool {
        var start = 0
        while true {
            let comma = value.firstIndex(of: UInt8(ascii: ","), from: start)
            let member = value.extracting(start..<(comma ?? value.count))
            guard append(word: member, isFollowed: comma != nil) else { return false }
            guard let end = comma else { return true }
            guard end + 1 < value.count, value[end + 1] == UInt8(ascii: " ") else { return false }
            start = end + 2
        }
    }

    private mutating func append(word member: Span<UInt8>, isFollowed: Bool) -> Bool {
        let followed = isFollowed ? PackedFields.Mark.isFollowed : 0
        if let word = PackedFields.words.number(of: member) {
            append(UInt8(word) | followed)
            return true
        }
        guard let equals = member.firstIndex(of: UInt8(ascii: "="), from: 0),
            let number = Self.number(member.extracting((equals + 1)...)),
            let word = PackedFields.words.number(of: member.extracting(..<equals))
        else { return false }
        append(UInt8(word) | followed | PackedFields.Mark.hasNumber)
        append(compact: number)
        return true
    }

    /// A number as it would be written again: of at most 15 digits, without zeros before it.
    private static func number(_ digits: Span<UInt8>) -> UInt64? {
        guard digits.count <= 1 || digits[0] != UInt8(ascii: "0") else { return nil }
        return digits.decimalNumber(upTo: 15).map { UInt64($0) }
    }

    private mutating func append(tag value: Span<UInt8>) -> Bool {
        guard (2...PackedFields.longestTag).contains(value.count), value[0] == UInt8(ascii: "\""),
            value[value.count - 1] == UInt8(ascii: "\"")
        else { return false }
        let digits = value.extracting(1..<value.count - 1)
        let dash = digits.indices.first { digits[$0] == UInt8(ascii: "-") }
        append(compact: dash == nil ? UInt64(2 * digits.count) : UInt64(2 * (digits.count - 1) + 1))
        if let dash { append(UInt8(dash)) }
        var pending: UInt8?
        for index in digits.indices where index != dash {
            guard let digit = digits[index].hexadecimalValue, UInt8(hexadecimalDigit: digit) == digits[index] else {
                return false
            }
            if let high = pending {
                append(high << 4 | digit)
                pending = nil
            } else {
                pending = digit
            }
        }
        if let high = pending { append(high << 4) }
        return true
    }
}

extension PackedFields {
    /// The fields that bytes from an index on are, to their end; `nil` where they are none.
    static func fields(in bytes: Span<UInt8>, from start: Int, receivedAt: Int64) -> HTTPFields? {
        var fields = HTTPFields()
        var index = start
        while index < bytes.count {
            let first = bytes[index]
            index += 1
            guard Int(first & 0xf) < StoredResponse.fieldNames.count, let form = Form(rawValue: first >> 4),
                let value = value(form, in: bytes, at: &index, receivedAt: receivedAt),
                fields.append(name: StoredResponse.fieldNames[Int(first & 0xf)].utf8.span, value: value.span)
            else { return nil }
        }
        return fields
    }

    private static func value(
        _ form: Form, in bytes: Span<UInt8>, at index: inout Int, receivedAt: Int64
    ) -> [UInt8]? {
        switch form {
        case .text:
            bytes.countedBytes(at: &index).map { [UInt8](copying: bytes.extracting($0)) }
        case .date:
            bytes.compactSignedNumber(at: &index).flatMap { distance in
                HTTPDate.fixedText(Int(truncatingIfNeeded: distance) &+ seconds(receivedAt)).map {
                    [UInt8](copying: $0.span)
                }
            }
        case .words: words(in: bytes, at: &index)
        case .tag: tag(in: bytes, at: &index)
        case .weakTag: tag(in: bytes, at: &index).map { Array("W/".utf8) + $0 }
        }
    }

    private static func words(in bytes: Span<UInt8>, at index: inout Int) -> [UInt8]? {
        var text: [UInt8] = []
        while index < bytes.count {
            let member = bytes[index]
            index += 1
            guard Int(member & Mark.word) < words.count else { return nil }
            text += words[Int(member & Mark.word)]
            if member & Mark.hasNumber != 0 {
                guard let number = bytes.compactNumber(at: &index) else { return nil }
                text += "=\(number)".utf8
            }
            guard member & Mark.isFollowed != 0 else { return text }
            text += ", ".utf8
        }
        return nil
    }

    private static func tag(in bytes: Span<UInt8>, at index: inout Int) -> [UInt8]? {
        guard let number = bytes.compactNumber(at: &index), number <= 2 * UInt64(longestTag) else { return nil }
        let digitCount = Int(number / 2)
        var dash: Int?
        if number % 2 == 1 {
            guard index < bytes.count, Int(bytes[index]) <= digitCount else { return nil }
            dash = Int(bytes[index])
            index += 1
        }
        guard (digitCount + 1) / 2 <= bytes.count - index else { return nil }
        var text = [UInt8(ascii: "\"")]
        for place in 0..<digitCount {
            if place == dash { text.append(UInt8(ascii: "-")) }
            let pair = bytes[index + place / 2]
            text.append(UInt8(hexadecimalDigit: place % 2 == 0 ? pair >> 4 : pair & 0xf))
        }
        if dash == digitCount { text.append(UInt8(ascii: "-")) }
        text.append(UInt8(ascii: "\""))
        index += (digitCount + 1) / 2
        return text
    }
}
