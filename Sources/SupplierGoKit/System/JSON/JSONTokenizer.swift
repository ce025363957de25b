/// Makes the tokens of a value in JSON, and checks it against the grammar of RFC 8259. That strings are UTF-8 is
/// checked when they are read.
struct JSONTokenizer {
    /// The maximum depth of nested values.
    static let depthLimit = 1024

    /// The tokens of the value; if it is cut short, those so far.
    var tokens: [JSONToken] = []

    /// Elements of an array get no tokens if they differ from the one before only in their texts and numbers.
    var skipsRepeats = false

    /// The number of containers around the value.
    private let depth: Int

    /// An entry for each open container: twice the index of its token, plus one for an object.
    private(set) var stack: [Int] = []

    init(depth: Int = 0) {
        self.depth = depth
    }

    /// Scans the value at an index, or after white space there.
    ///
    /// - Parameter expectation: what an error says was expected there. Default a value.
    /// - Returns: the index after the value.
    mutating func scan(
        _ bytes: Span<UInt8>, from start: Int, expecting expectation: String
    ) throws(SyntaxError) -> Int {
        tokens.removeAll(keepingCapacity: true)
        stack.removeAll(keepingCapacity: true)
        var index = try scanValue(bytes, from: start, expecting: expectation)
        while let container = stack.last {
            index = bytes.passingBlanks(from: index)
            let (token, isObject) = (container >> 1, container & 1 == 1)
            let isFirst = token == tokens.count &- 1
            if index < bytes.count, bytes[index] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                stack.removeLast()
                tokens[token].length = tokens.count - token - 1
                index &+= 1
                if skipsRepeats, let outer = stack.last, outer & 1 == 0 {
                    index = passingRepeats(bytes, of: token, to: index)
                }
                continue
            }
            if !isFirst {
                guard index < bytes.count, bytes[index] == UInt8(ascii: ",") else {
                    throw SyntaxError(index: index, expected: isObject ? "',' or '}'" : "',' or ']'")
                }
                index = bytes.passingBlanks(from: index &+ 1)
            }
            if isObject { index = try scanName(bytes, from: index, isFirst: isFirst) }
            index = try scanValue(
                bytes, from: index, expecting: isFirst && !isObject ? "a JSON value or ']'" : "a JSON value")
        }
        return index
    }

    /// Ends the containers of a value that is cut short.
    mutating func closeContainers() {
        for container in stack { tokens[container >> 1].length = tokens.count - (container >> 1) - 1 }
    }

    /// Passes elements of an array that have the bytes of one with tokens, up to its end, between their plain strings
    /// and numbers; returns the end of the last one.
    private func passingRepeats(_ bytes: Span<UInt8>, of element: Int, to end: Int) -> Int {
        guard end < bytes.count, bytes[end] == UInt8(ascii: ",") else { return end }
        // Names are among the bytes before the values.
        let values = tokens[(element &+ 1)...].filter {
            $0.isOf(.number) || $0.isOf(.string) && bytes[$0.end &+ 1] != UInt8(ascii: ":")
        }
        var passed = end
        while passed < bytes.count, bytes[passed] == UInt8(ascii: ",") {
            var (index, start) = (bytes.passingBlanks(from: passed &+ 1), Int(tokens[element].start))
            for value in values {
                guard let valueStart = bytes.passing(start..<Int(value.start), from: index) else { return passed }
                if value.isOf(.string) {
                    index = bytes.firstStringStop(from: valueStart)
                } else {
                    let number = bytes.number(from: valueStart)
                    guard number.isComplete else { return passed }
                    index = number.end
                }
                start = value.end
            }
            guard let next = bytes.passing(start..<end, from: index) else { return passed }
            passed = next
        }
        return passed
    }

    /// Scans a member's name and the colon after it.
    private mutating func scanName(
        _ bytes: Span<UInt8>, from start: Int, isFirst: Bool
    ) throws(SyntaxError) -> Int {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else {
            throw SyntaxError(index: start, expected: isFirst ? "a member's name or '}'" : "a member's name")
        }
        let colon = bytes.passingBlanks(from: try scanString(bytes, from: start &+ 1))
        guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else {
            throw SyntaxError(index: colon, expected: "':'")
        }
        return colon &+ 1
    }

    /// Scans a scalar, or the bracket that opens a container.
    private mutating func scanValue(
        _ bytes: Span<UInt8>, from start: Int, expecting expectation: String
    ) throws(SyntaxError) -> Int {
        let index = bytes.passingBlanks(from: start)
        guard index < bytes.count else { throw SyntaxError(index: index, expected: expectation) }
        switch bytes[index] {
        case UInt8(ascii: "\""): return try scanString(bytes, from: index &+ 1)
        case UInt8(ascii: "{"): return try openContainer(.object, at: index)
        case UInt8(ascii: "["): return try openContainer(.array, at: index)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try scanNumber(bytes, from: index)
        case UInt8(ascii: "t"): return try scanLiteral("true", .true, bytes, from: index)
        case UInt8(ascii: "f"): return try scanLiteral("false", .false, bytes, from: index)
        case UInt8(ascii: "n"): return try scanLiteral("null", .null, bytes, from: index)
        default: throw SyntaxError(index: index, expected: expectation)
        }
    }

    private mutating func openContainer(_ kind: JSONToken.Kind, at index: Int) throws(SyntaxError) -> Int {
        guard depth + stack.count < Self.depthLimit else { throw SyntaxError(index: index, expected: nil) }
        stack.append(tokens.count << 1 | (kind == .object ? 1 : 0))
        tokens.append(JSONToken(kind, start: index))
        return index + 1
    }

    private mutating func scanString(_ bytes: Span<UInt8>, from start: Int) throws(SyntaxError) -> Int {
        var (stop, isMarked) = (bytes.firstStringStop(from: start), false)
        while stop < bytes.count, bytes[stop] == UInt8(ascii: "\\") {
            isMarked = true
            stop = bytes.firstStringStop(from: try scanEscape(bytes, from: stop &+ 1))
        }
        guard stop < bytes.count, bytes[stop] == UInt8(ascii: "\"") else {
            throw SyntaxError(index: stop, expected: "a string's next character or its closing '\"'")
        }
        tokens.append(JSONToken(.string, start: start, length: stop &- start, isMarked: isMarked))
        return stop &+ 1
    }

    /// Scans an escape from the byte after the backslash on.
    private func scanEscape(_ bytes: Span<UInt8>, from start: Int) throws(SyntaxError) -> Int {
        let letter = start < bytes.count ? bytes[start] : 0
        guard letter == UInt8(ascii: "u") else {
            guard letter != 0, "\"\\/bfnrt".utf8.contains(letter) else {
                let escapes = "one of '\"', '\\', '/', 'b', 'f', 'n', 'r', 't' or 'u' after '\\'"
                throw SyntaxError(index: start, expected: escapes)
            }
            return start + 1
        }
        for index in start + 1...start + 4 {
            guard index < bytes.count, bytes[index].isHexadecimalDigit else {
                throw SyntaxError(index: index, expected: "a hexadecimal digit")
            }
        }
        return start + 5
    }

    private mutating func scanNumber(_ bytes: Span<UInt8>, from start: Int) throws(SyntaxError) -> Int {
        let number = bytes.number(from: start)
        guard number.isComplete else {
            let isAfterE = number.end > start + 1 && bytes[number.end - 1] | 0x20 == UInt8(ascii: "e")
            throw SyntaxError(index: number.end, expected: isAfterE ? "a digit or a sign" : "a digit")
        }
        tokens.append(JSONToken(.number, start: start, length: number.end &- start, isMarked: !number.isInteger))
        return number.end
    }

    private mutating func scanLiteral(
        _ literal: StaticString, _ kind: JSONToken.Kind, _ bytes: Span<UInt8>, from start: Int
    ) throws(SyntaxError) -> Int {
        var index = start
        for letter in "\(literal)".utf8 {
            guard index < bytes.count, bytes[index] == letter else {
                throw SyntaxError(index: index, expected: "'\(literal)'")
            }
            index += 1
        }
        tokens.append(JSONToken(kind, start: start, length: index - start))
        return index
    }
}

extension JSONTokenizer {
    /// Bytes that are not a value in JSON (RFC 8259).
    struct SyntaxError: Error {
        /// The index of the first wrong byte, or the end of the bytes if the value is cut short.
        let index: Int

        /// A noun phrase; `nil` if values nest deeper than ``depthLimit``.
        let expected: String?
    }
}

extension Span<UInt8> {
    /// The index of the first byte from `start` on that is not white space, or `count`.
    @inline(__always)
    func passingBlanks(from start: Int) -> Int {
        var index = start
        while index < count, self[index].isBlank { index &+= 1 }
        return index
    }

    /// All bytes are white space.
    var isBlank: Bool { passingBlanks(from: 0) == count }

    /// The index after the number at an index, and whether it has neither a fraction nor an exponent; if it is not
    /// complete, the index at which it lacks a digit. No digit follows a leading zero.
    @inline(__always)
    func number(from start: Int) -> (end: Int, isInteger: Bool, isComplete: Bool) {
        let first = start < count && self[start] == UInt8(ascii: "-") ? start &+ 1 : start
        let hasZero = first < count && self[first] == UInt8(ascii: "0")
        var end = hasZero ? first &+ 1 : digitsEnd(from: first)
        guard end > first else { return (end, true, false) }
        guard end < count, self[end] == UInt8(ascii: ".") || self[end] | 0x20 == UInt8(ascii: "e") else {
            return (end, true, true)
        }
        if self[end] == UInt8(ascii: ".") {
            let digits = end &+ 1
            end = digitsEnd(from: digits)
            guard end > digits else { return (end, false, false) }
        }
        if end < count, self[end] | 0x20 == UInt8(ascii: "e") {
            let hasSign = end &+ 1 < count && (self[end &+ 1] == 0x2b || self[end &+ 1] == 0x2d)
            let digits = end &+ (hasSign ? 2 : 1)
            end = digitsEnd(from: digits)
            guard end > digits else { return (end, false, false) }
        }
        return (end, false, true)
    }

    /// The index after the digits at an index.
    @inline(__always)
    func digitsEnd(from start: Int) -> Int {
        var index = start
        while index < count, self[index] &- UInt8(ascii: "0") < 10 { index &+= 1 }
        return index
    }
}
