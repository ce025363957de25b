/// A value in a JSON document.
public struct JSONValue: Sendable {
    let document: JSONDocument
    let index: Int

    private var token: JSONToken { document.tokens[index] }

    /// The value in JSON, without white space; texts and numbers as they are written.
    public var json: String {
        var json: [UInt8] = []
        document.appendValue(index, to: &json)
        return String(decoding: json, as: UTF8.self)
    }

    /// A string's text, a number as it is written, `true` or `false`; `nil` for every other value.
    public var text: String? {
        switch token.kind {
        case .string, .number, .true, .false: document.repairedText(at: index)
        default: nil
        }
    }

    /// The members of an object, in their order; none of another value.
    public var members: [(name: String, value: JSONValue)] {
        var members: [(name: String, value: JSONValue)] = []
        if isObject {
            document.forEachChild(of: index) { name in
                members.append((document.repairedText(at: name), JSONValue(document: document, index: name + 1)))
            }
        }
        return members
    }

    /// The elements of an array, in their order; none of another value.
    public var elements: [JSONValue] { isArray ? values : [] }

    /// The elements of an array, or the values of an object's members.
    private var values: [JSONValue] {
        var values: [JSONValue] = []
        let nameCount = isObject ? 1 : 0
        document.forEachChild(of: index) { values.append(JSONValue(document: document, index: $0 + nameCount)) }
        return values
    }

    /// It is an object.
    package var isObject: Bool { token.isOf(.object) }

    /// It is an array.
    package var isArray: Bool { token.isOf(.array) }

    /// It is a number.
    package var isNumber: Bool { token.isOf(.number) }

    /// It is an object or an array.
    package var isContainer: Bool { token.isContainer }

    /// The text of a string; `nil` for every other value.
    package var string: String? { document.text(at: index) }

    /// Tests if one of the texts, numbers, `true` and `false` in it, however deep they are, passes a test.
    ///
    /// - Parameter onlyStrings: true if only strings are tested. Default `false`.
    package func hasText(onlyStrings: Bool = false, where test: (String) -> Bool) -> Bool {
        guard !token.isContainer else { return values.contains { $0.hasText(onlyStrings: onlyStrings, where: test) } }
        return (onlyStrings ? string : text).map(test) ?? false
    }

    /// It is null, or a text, an object or an array without anything in it.
    package var isEmpty: Bool { token.isOf(.null) || token.length == 0 }

    /// It is empty, or a text of nothing but white space.
    package var isBlank: Bool {
        isEmpty || token.isOf(.string) && document.bytes.span.extracting(token.range).isBlank
    }

    /// The number of an array's elements or an object's members; 0 of another value.
    package var childCount: Int {
        var count = 0
        document.forEachChild(of: index) { _ in count += 1 }
        return count
    }

    /// It is an array of the texts that a path through arrays has found, which is no value of the record itself.
    package var isGathered: Bool { token.isOf(.array) && token.isMarked }

    /// The texts that a path through arrays has found, each once, with commas between them; `nil` for other values.
    package var joinedText: String? {
        guard isGathered else { return nil }
        var known: Set<String> = [""]
        return values.compactMap(\.text).filter { known.insert($0).inserted }.joined(separator: ", ")
    }

    /// The value in a cell of a list for programs: text as it is, an object or an array in JSON, and nothing else.
    package var cellText: String { text ?? joinedText ?? (token.isContainer ? json : "") }

    /// The value in a cell of a list for people: text as it is, and the number of an object's members or an array's
    /// elements.
    package var listText: String {
        text ?? joinedText ?? (token.isContainer ? String(childCount) : "")
    }

    /// The value as a part of a text: text as it is, and nothing of an object or an array.
    package var plainText: String { text ?? joinedText ?? "" }

    /// The number that this is, or that a text is in plain decimal digits, or an array's number of elements; `nil` for
    /// every other value.
    package var number: Number? {
        guard !isArray || isGathered else { return Number(String(childCount)) }
        let text = cellText
        guard !token.isOf(.string) || text.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }) else { return nil }
        return Number(text)
    }

    /// The numbers of the values that a path through arrays has found, or its own.
    package var numbers: [Number] { isGathered ? values.compactMap(\.number) : number.map { [$0] } ?? [] }

    /// The member of an object, of several with one name the last, or the element of an array at a position from 0.
    package subscript(step: String) -> JSONValue? { exactValue(at: [step]) }

    /// The value at some steps, each exactly the name of a member or the position of an element.
    func exactValue(at steps: ArraySlice<String>) -> JSONValue? {
        document.value(at: steps, from: index).map { JSONValue(document: document, index: $0) }
    }

    /// A whole number, which some servers write as a string.
    var integer: Int? {
        if let string { return Int(string) }
        guard token.isOf(.number) else { return nil }
        return JSONText.integer(document.bytes.span.extracting(token.range)).flatMap { Int(exactly: $0) }
    }

    /// A text that is not empty, or a number as it is written; `nil` for every other value.
    var cursorText: String? {
        guard let text, token.isOf(.string) || token.isOf(.number) else { return nil }
        return text.trimmed.isEmpty ? nil : text
    }

    /// The value as a noun phrase that quotes at most 40 characters.
    var description: String { document.description(of: token) }

    /// The member of an object whose name is this text, else one that is like it (`nameKey`); the last of several.
    package func member(_ name: String) -> JSONValue? {
        isObject ? self[name] ?? likeName(of: name).flatMap { self[$0] } : nil
    }

    /// The last name of a member that is like a text; `nil` if none is.
    func likeName(of name: String) -> String? {
        let key = name.nameKey
        return members.last { $0.name.nameKey == key }?.name
    }

    /// The value at some steps; `nil` if there is none.
    ///
    /// A step in an array is a position, or a name in each of the array's elements. Of several values, arrays count as
    /// one, objects as the elements of one, and only texts stay apart (``isGathered``).
    package func value(at steps: [String]) -> JSONValue? {
        var (found, isGathered) = ([self], false)
        for step in steps {
            found = found.flatMap { value -> [JSONValue] in
                guard value.isArray else { return value.member(step).map { [$0] } ?? [] }
                if let position = Int(step) { return value[String(position)].map { [$0] } ?? [] }
                isGathered = true
                return value.leaves.compactMap { $0.member(step) }
            }
        }
        guard isGathered else { return found.first }
        return found.isEmpty ? nil : gathered(found)
    }

    /// The elements of an array, and of the arrays in it in their places.
    private var leaves: [JSONValue] { elements.flatMap { $0.isArray ? $0.leaves : [$0] } }

    /// An array of values of this document, with the elements of the arrays among them in their places, and without
    /// null, texts and objects that are empty.
    private func gathered(_ found: [JSONValue]) -> JSONValue {
        let hasText = found.contains { !$0.isEmpty && !$0.token.isContainer }
        let hasContainer = found.contains { $0.token.isContainer && !($0.isEmpty && hasText) }
        let values = found.flatMap { $0.isArray ? $0.elements : $0.isEmpty ? [] : [$0] }
        let tokens = values.flatMap { document.tokens[$0.index..<$0.index + $0.token.stride] }
        let array = JSONToken(.array, start: 0, length: tokens.count, isMarked: !hasContainer)
        return JSONValue(document: JSONDocument(bytes: document.bytes, tokens: [array] + tokens), index: 0)
    }
}

extension String {
    /// The name as people see and type it: with one plain blank for blanks of all kinds and ends of lines, and without
    /// invisible characters.
    package var plainName: String {
        if utf8.span.isPrintableASCII, !utf8.contains(0x20) { return self }
        let shown = String(unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint })
        return shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The text that names have in common which are compared if none is equal: their case does not matter either.
    var nameKey: String { plainName.lowercased() }
}

extension JSONValue {
    /// A number as it is compared: 0.d₁d₂d₃… × 10ⁿ, of whose digits the first 36 count.
    package struct Number: Comparable, Hashable, Sendable {
        /// -1, 0 or 1. All other parts have this sign too, so that they are compared one after the other.
        let sign: Int
        let exponent: Int

        /// The digits, filled up with zeros.
        let digits: Int128

        private static let digitCount = 36
        private static let powersOfTen = Array(sequence(first: Int128(1)) { $0 * 10 }.prefix(digitCount + 1))

        /// The greatest power of ten that is told from a greater one.
        private static let powerLimit = 1 << 40

        /// Reads a number in decimal, which may have a fraction and an exponent; `nil` for any other text.
        package init?(_ text: String) {
            let bytes = text.utf8.span
            func isSign(_ index: Int) -> Bool { index < bytes.count && [0x2b, 0x2d].contains(bytes[index]) }
            let start = isSign(0) ? 1 : 0
            let point = bytes.digitsEnd(from: start)
            let hasPoint = point < bytes.count && bytes[point] == UInt8(ascii: ".")
            let end = hasPoint ? bytes.digitsEnd(from: point + 1) : point
            guard end - start > (hasPoint ? 1 : 0) else { return nil }
            var power = 0
            if end < bytes.count {
                let digits = end + (isSign(end + 1) ? 2 : 1)
                guard bytes[end] | 0x20 == UInt8(ascii: "e"), digits < bytes.count,
                    let magnitude = bytes.extracting(digits...).decimalNumber
                else { return nil }
                power = min(magnitude, Self.powerLimit) * (bytes[digits - 1] == UInt8(ascii: "-") ? -1 : 1)
            }
            let first = (start..<end).first { $0 != point && bytes[$0] != UInt8(ascii: "0") } ?? end
            var (digits, count) = (Int128(0), 0)
            for index in first..<end where index != point && count < Self.digitCount {
                digits = digits * 10 + Int128(bytes[index] - UInt8(ascii: "0"))
                count += 1
            }
            sign = count == 0 ? 0 : bytes[0] == UInt8(ascii: "-") ? -1 : 1
            // The number of digits before the point; less than 0 if zeros follow it.
            exponent = sign * (point - first + (first > point ? 1 : 0) + power)
            self.digits = Int128(sign) * digits * Self.powersOfTen[Self.digitCount - count]
        }

        package static func < (left: Number, right: Number) -> Bool {
            (left.sign, left.exponent, left.digits) < (right.sign, right.exponent, right.digits)
        }
    }
}
