/// A value in JSON, or several: their bytes, and the tokens of the first one.
package struct JSONDocument: Sendable {
    /// The byte-order mark in UTF-8, with which a document may begin.
    static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    var bytes: [UInt8]
    var tokens: [JSONToken]

    init(bytes: [UInt8], tokens: [JSONToken]) {
        (self.bytes, self.tokens) = (bytes, tokens)
    }

    /// Reads one value, with white space around it and perhaps a byte-order mark before; `nil` if there is something
    /// else.
    ///
    /// - Parameter skipsRepeats: elements of arrays may have no tokens (``JSONTokenizer/skipsRepeats``). Default
    ///   `false`.
    package init?(_ bytes: [UInt8], skipsRepeats: Bool = false) {
        do throws(JSONTokenizer.SyntaxError) {
            try self.init(reading: bytes, skipsRepeats: skipsRepeats)
        } catch {
            return nil
        }
    }

    /// The same, with the reason why it is not valid.
    init(reading bytes: [UInt8], skipsRepeats: Bool = false) throws(JSONTokenizer.SyntaxError) {
        var tokenizer = JSONTokenizer()
        tokenizer.skipsRepeats = skipsRepeats
        tokenizer.tokens.reserveCapacity(bytes.count / 8)
        let end = bytes.span.passingBlanks(
            from: try tokenizer.scan(bytes.span, from: bytes.byteOrderMarkEnd, expecting: ""))
        guard end == bytes.count else {
            throw JSONTokenizer.SyntaxError(index: end, expected: "the end")
        }
        self.init(bytes: bytes, tokens: tokenizer.tokens)
    }

    /// The value that all others are in.
    package var root: JSONValue { JSONValue(document: self, index: 0) }

    /// The text of a token, or `nil` if it is not a string in valid UTF-8.
    func text(at index: Int) -> String? { text(of: tokens[index]) }

    private func text(of token: JSONToken) -> String? {
        guard token.isOf(.string) else { return nil }
        return JSONText.text(bytes.span.extracting(token.range), hasEscapes: token.isMarked)
    }

    /// The text of a string, or its bytes with replacement characters if it is not text.
    func repairedText(at index: Int) -> String { repairedText(of: tokens[index]) }

    private func repairedText(of token: JSONToken) -> String {
        text(of: token) ?? String(decoding: bytes[token.range], as: UTF8.self)
    }

    /// The value that a token is of, as a noun phrase that quotes at most 40 characters.
    func description(of token: JSONToken) -> String {
        func shortened() -> String {
            let text = repairedText(of: token)
            let start = text.prefix(40)
            return start.endIndex == text.endIndex ? text : start + "…"
        }
        return switch token.kind {
        case .object: "an object"
        case .array: "an array"
        case .string: "\"\(shortened())\""
        case .number: "the number \(shortened())"
        case .true: "true"
        case .false: "false"
        case .null: "null"
        case .absent: "nothing"
        }
    }

    // MARK: Values in values

    /// Calls a function with the tokens of an object's names, each of which its value follows, or with the first ones
    /// of an array's elements. A name whose value the document broke off is left out.
    @inline(__always)
    func forEachChild(of container: Int, _ body: (Int) -> Void) {
        guard tokens[container].isContainer else { return }
        let nameCount = tokens[container].isOf(.object) ? 1 : 0
        let end = container + tokens[container].stride
        var child = container + 1
        while child + nameCount < end {
            body(child)
            child += nameCount + tokens[child + nameCount].stride
        }
    }

    /// The value at some steps from a value on; `nil` if it is not there.
    func value(at steps: ArraySlice<String>, from start: Int = 0) -> Int? {
        var value = start
        for step in steps {
            var found: Int?
            if tokens[value].isOf(.object) {
                found = member(step.utf8.span, of: value)
            } else if let position = Int(step) {
                var count = 0
                forEachChild(of: value) { element in
                    if count == position { found = element }
                    count += 1
                }
            }
            guard let found else { return nil }
            value = found
        }
        return value
    }

    /// The value of an object's member, of several with one name the last.
    func member(_ name: Span<UInt8>, of object: Int) -> Int? {
        guard tokens[object].isOf(.object) else { return nil }
        var found: Int?
        forEachChild(of: object) { if isName($0, name) { found = $0 + 1 } }
        return found
    }

    /// The member's name is this text.
    @inline(__always)
    func isName(_ index: Int, _ name: Span<UInt8>) -> Bool {
        let token = tokens[index]
        guard token.isMarked else { return bytes.span.extracting(token.range).isEqual(to: name) }
        return text(at: index).map { $0.utf8.span.isEqual(to: name) } ?? false
    }

    // MARK: Writing

    /// Appends a member in JSON, without white space, after a comma unless it is the first.
    ///
    /// - Parameters:
    ///   - isDotted: its name gets a dot before it. Default `false`.
    ///   - visit: called with the token of each scalar, and with its range in JSON that is UTF-8.
    func appendMember(
        _ name: Int, to json: inout [UInt8], after start: Int = 0, isDotted: Bool = false,
        _ visit: (Int, Range<Int>) -> Void = { _, _ in }
    ) {
        let memberStart = json.count
        if memberStart > start { json.append(UInt8(ascii: ",")) }
        let nameStart = json.count
        appendValue(name, to: &json)
        if isDotted { json.insert(UInt8(ascii: "."), at: nameStart + 1) }
        json.append(UInt8(ascii: ":"))
        appendValue(name + 1, to: &json, visit)
        guard !json.span.extracting(memberStart...).isUTF8 else { return }
        // Bytes that are not text become replacement characters.
        let text = String(decoding: json[memberStart...], as: UTF8.self)
        json.replaceSubrange(memberStart..., with: text.utf8)
    }

    /// Appends a value in JSON, without white space.
    func appendValue(_ value: Int, to json: inout [UInt8], _ visit: (Int, Range<Int>) -> Void = { _, _ in }) {
        let token = tokens[value]
        switch token.kind {
        case .object, .array:
            let isObject = token.isOf(.object)
            json.append(UInt8(ascii: isObject ? "{" : "["))
            let start = json.count
            forEachChild(of: value) { child in
                if json.count > start { json.append(UInt8(ascii: ",")) }
                appendValue(child, to: &json, visit)
                guard isObject else { return }
                json.append(UInt8(ascii: ":"))
                appendValue(child + 1, to: &json, visit)
            }
            json.append(UInt8(ascii: isObject ? "}" : "]"))
        case .string:
            json.append(UInt8(ascii: "\""))
            json.append(contentsOf: bytes[token.range])
            visit(value, json.count - token.length..<json.count)
            json.append(UInt8(ascii: "\""))
        case .number, .true, .false, .null:
            json.append(contentsOf: bytes[token.range])
            visit(value, json.count - token.length..<json.count)
        case .absent: break
        }
    }
}

extension UInt8 {
    /// U+001E, which stands before each value in a sequence of JSON texts (RFC 7464), and between a snapshot's pages.
    static let recordSeparator: UInt8 = 0x1e
}

extension Span<UInt8> {
    /// The index after what may stand before a document: white space, a byte-order mark, U+001E, 0x1A where DOS ended a
    /// file, and `)]}'`, by which servers keep scripts from reading it; `nil` if that may not have ended.
    func passingDocumentLead(from start: Int, isWhole: Bool) -> Int? {
        let texts = [JSONDocument.byteOrderMark, Array(")]}',".utf8), Array(")]}'".utf8)]
        var index = start
        while index < count {
            if self[index].isBlank || self[index] == .recordSeparator || self[index] == 0x1a {
                index += 1
                continue
            }
            let rest = Array(copying: extracting(index...).extracting(first: 5))
            if !isWhole, texts.contains(where: { $0.count > rest.count && $0.starts(with: rest) }) { return nil }
            guard let text = texts.first(where: { holds($0, at: index) }) else { break }
            index += text.count
        }
        return index
    }
}

extension [UInt8] {
    /// The index after the byte-order marks that the bytes begin with: some programs add one to a file that has one.
    var byteOrderMarkEnd: Int {
        var end = 0
        while self[end...].starts(with: JSONDocument.byteOrderMark) { end += JSONDocument.byteOrderMark.count }
        return end
    }
}

/// One value or member name in JSON, in eight bytes.
///
/// A record's tokens are in document order: a container before what it holds, a member's name before its value.
struct JSONToken: Sendable, Equatable {
    /// The kinds of tokens.
    enum Kind: UInt32 {
        case object, array, string, number, `true`, `false`, null

        /// Nothing: the value at a path that a record does not have.
        case absent
    }

    /// The largest ``length``; longer ones are cut to it.
    private static let lengthLimit: UInt32 = 0x0fff_ffff

    /// A record has nothing at a path.
    static let absent = JSONToken(.absent, start: 0)

    /// The offset in its document: of the first byte, for a string of the byte after the quotation mark.
    var start: UInt32

    /// The kind in the highest three bits, then ``isMarked``, then the length.
    private var bits: UInt32

    init(_ kind: Kind, start: Int, length: Int = 0, isMarked: Bool = false) {
        self.start = UInt32(truncatingIfNeeded: start)
        let length = UInt32(truncatingIfNeeded: min(length, Int(Self.lengthLimit)))
        bits = kind.rawValue << 29 | (isMarked ? 1 << 28 : 0) | length
    }

    var kind: Kind {
        @inline(__always) get { Kind(rawValue: bits >> 29) ?? .absent }
    }

    /// The token is of this kind; cheaper than ``kind`` for a constant.
    @inline(__always)
    func isOf(_ kind: Kind) -> Bool { bits >> 29 == kind.rawValue }

    /// The token is an object or an array.
    @inline(__always)
    var isContainer: Bool { bits >> 29 <= Kind.array.rawValue }

    /// A string has escapes, or a number a fraction or an exponent. Of values that were made, an array was gathered by
    /// a path, and a text of no length stands for one that is kept beside the tokens.
    var isMarked: Bool {
        @inline(__always) get { bits & (1 << 28) != 0 }
    }

    /// The token is a string without escapes.
    @inline(__always)
    var isPlainString: Bool { bits >> 28 == Kind.string.rawValue << 1 }

    /// The number of bytes; for a container the number of tokens inside it.
    var length: Int {
        @inline(__always) get { Int(bits & Self.lengthLimit) }
        set { bits = bits & ~Self.lengthLimit | UInt32(truncatingIfNeeded: min(newValue, Int(Self.lengthLimit))) }
    }

    /// The number of tokens up to the next value or name on the same level.
    var stride: Int {
        @inline(__always) get { isContainer ? length &+ 1 : 1 }
    }

    /// The offset after a scalar's last byte, in its document.
    var end: Int {
        @inline(__always) get { Int(start) &+ length }
    }

    /// The range of a scalar's bytes in its document.
    var range: Range<Int> {
        @inline(__always) get { Int(start)..<end }
    }
}
