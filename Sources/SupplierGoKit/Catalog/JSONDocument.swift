/// A value in JSON, or several: their bytes, and the tokens of the first one.
package struct JSONDocument: Sendable {
    /// The byte-order mark in UTF-8, with which a document may begin.
    static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    var bytes: [UInt8]
    var tokens: [JSONToken]

    init(bytes: [UInt8], tokens: [JSONToken]) {
        (self.bytes, self.tokens) = (bytes, tokens)
    }

    /// Reads one value, with white space around it; `nil` if there is something else.
    package init?(_ bytes: [UInt8]) {
        var tokenizer = JSONTokenizer()
        do throws(CatalogSyntaxError) {
            let end = try tokenizer.scan(bytes.span, from: 0)
            guard bytes.span.passingBlanks(from: end) == bytes.count else { return nil }
        } catch {
            return nil
        }
        self.init(bytes: bytes, tokens: tokenizer.tokens)
    }

    /// The value that all others are in.
    package var root: Value { Value(document: self, index: 0) }

    /// The object that all other values are in; `nil` if another value is.
    package var object: Value? { root.isObject ? root : nil }

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

    /// A whole number, which some servers write as a string.
    func number(at index: Int) -> Int? {
        if let text = text(at: index) { return Int(text) }
        guard tokens[index].isOf(.number) else { return nil }
        return JSONText.integer(bytes.span.extracting(tokens[index].range)).flatMap { Int(exactly: $0) }
    }

    /// A value as a noun phrase that quotes at most 40 characters.
    func description(of index: Int) -> String { description(of: tokens[index]) }

    /// The value that a token is of, as a noun phrase.
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

    /// The tokens of an object's names, or of an array's elements.
    func children(of container: Int) -> [Int] {
        var children: [Int] = []
        forEachChild(of: container) { children.append($0) }
        return children
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
    /// - Parameter isDotted: its name gets a dot before it. Default `false`.
    func appendMember(_ name: Int, to json: inout [UInt8], after start: Int = 0, isDotted: Bool = false) {
        let memberStart = json.count
        if memberStart > start { json.append(UInt8(ascii: ",")) }
        let nameStart = json.count
        appendValue(name, to: &json)
        if isDotted { json.insert(UInt8(ascii: "."), at: nameStart + 1) }
        json.append(UInt8(ascii: ":"))
        appendValue(name + 1, to: &json)
        guard !json.span.extracting(memberStart...).isUTF8 else { return }
        // Bytes that are not text become replacement characters.
        let text = String(decoding: json[memberStart...], as: UTF8.self)
        json.replaceSubrange(memberStart..., with: text.utf8)
    }

    /// Appends a value in JSON, without white space.
    func appendValue(_ value: Int, to json: inout [UInt8]) {
        let token = tokens[value]
        switch token.kind {
        case .object, .array:
            let isObject = token.isOf(.object)
            json.append(UInt8(ascii: isObject ? "{" : "["))
            let start = json.count
            forEachChild(of: value) { child in
                if json.count > start { json.append(UInt8(ascii: ",")) }
                appendValue(child, to: &json)
                guard isObject else { return }
                json.append(UInt8(ascii: ":"))
                appendValue(child + 1, to: &json)
            }
            json.append(UInt8(ascii: isObject ? "}" : "]"))
        case .string:
            json.append(UInt8(ascii: "\""))
            json.append(contentsOf: bytes[token.range])
            json.append(UInt8(ascii: "\""))
        case .number, .true, .false, .null: json.append(contentsOf: bytes[token.range])
        case .absent: break
        }
    }
}

extension JSONDocument {
    /// A value in a document.
    package struct Value: Sendable {
        let document: JSONDocument
        let index: Int

        /// It is an object.
        package var isObject: Bool { document.tokens[index].isOf(.object) }

        /// It is an array.
        package var isArray: Bool { document.tokens[index].isOf(.array) }

        /// A string's text, a number as it is written, `true` or `false`; `nil` for every other value.
        package var scalar: String? {
            switch document.tokens[index].kind {
            case .string, .number, .true, .false: document.repairedText(at: index)
            default: nil
            }
        }

        /// A string's text.
        package var text: String? { document.text(at: index) }

        /// A whole number.
        package var number: Int? { text == nil ? document.number(at: index) : nil }

        /// The members of an object, in their order.
        package var members: [(name: String, value: Value)] {
            guard isObject else { return [] }
            return document.children(of: index).map { name in
                (document.repairedText(at: name), Value(document: document, index: name + 1))
            }
        }

        /// The elements of an array, in their order.
        package var elements: [Value] {
            isArray ? document.children(of: index).map { Value(document: document, index: $0) } : []
        }

        /// An object's member, of several with one name the last.
        package subscript(name: String) -> Value? {
            document.member(name.utf8.span, of: index).map { Value(document: document, index: $0) }
        }
    }
}
