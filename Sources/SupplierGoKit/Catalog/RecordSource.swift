/// The bytes and tokens that a portion's records are decoded from.
final class RecordSource: Sendable {
    let bytes: [UInt8]
    let tokens: [JSONToken]
    let roots: [Int]

    init(_ portion: RecordPortion) {
        bytes = portion.bytes
        tokens = portion.tokens
        roots = portion.roots
    }

    /// The path of a token from the record it belongs to.
    func path(of token: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var container = root(of: token)
        while container < token {
            let isObject = tokens[container].kind == .object
            var child = container + 1
            var position = 0
            while true {
                let value = isObject ? child + 1 : child
                let next = value + tokens[value].stride
                guard next <= token else {
                    path.append(isObject ? RecordKey(text(of: child)) : RecordKey(index: position))
                    container = value
                    break
                }
                child = next
                position += 1
            }
        }
        return path
    }

    /// The first token of the record that a token belongs to.
    private func root(of token: Int) -> Int {
        var range = 0..<roots.count
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            range = roots[middle] <= token ? middle..<range.upperBound : range.lowerBound..<middle
        }
        return roots.isEmpty ? token : roots[range.lowerBound]
    }

    /// A string's text, with what is no UTF-8 replaced.
    private func text(of token: Int) -> String {
        do throws(JSONText.Flaw) {
            return try string(at: token)
        } catch {
            return String(decoding: bytes[range(of: token)], as: UTF8.self)
        }
    }

    /// Where a scalar's bytes are.
    @inline(__always)
    func range(of token: Int) -> Range<Int> { tokens[token].range }

    /// A string's text.
    @inline(__always)
    func string(at index: Int) throws(JSONText.Flaw) -> String {
        let bytes = bytes
        return try JSONText.string(bytes.span.extracting(range(of: index)), hasEscapes: tokens[index].isMarked)
    }

    /// A member's name, or `nil` where it is no text.
    func name(at index: Int) -> String? {
        do throws(JSONText.Flaw) {
            return try string(at: index)
        } catch {
            return nil
        }
    }

    /// Whether a member's name is this one, byte by byte.
    func isName(_ name: Span<UInt8>, at index: Int) -> Bool {
        let token = tokens[index]
        guard token.isMarked else { return isText(name, of: token) }
        do throws(JSONText.Flaw) {
            let bytes = bytes
            let unescaped = try JSONText.unescaped(bytes.span.extracting(range(of: index)))
            return unescaped.span.isEqual(to: name)
        } catch {
            return false
        }
    }

    /// Whether a string without escapes is this one, byte by byte.
    @inline(__always)
    func isText(_ text: Span<UInt8>, of token: JSONToken) -> Bool {
        let bytes = bytes
        let start = Int(token.start)
        return bytes.span.extracting(start..<start &+ token.length).isEqual(to: text)
    }

    /// A number as an integer, or `nil` where it is none or does not fit.
    @inline(__always)
    func integer<Value: FixedWidthInteger>(at index: Int, as type: Value.Type) -> Value? {
        let bytes = bytes
        return JSONNumber.integer(bytes.span.extracting(range(of: index)), as: type)
    }

    /// What a value is, as a noun phrase that quotes at most 40 characters.
    func description(of index: Int) -> String {
        switch tokens[index].kind {
        case .object: "an object"
        case .array: "an array"
        case .string: "\"\(Self.shortened(text(of: index)))\""
        case .number: "the number \(Self.shortened(String(decoding: bytes[range(of: index)], as: UTF8.self)))"
        case .true: "true"
        case .false: "false"
        case .null: "null"
        case .oversized: "a longer one"
        }
    }

    static func shortened(_ text: String) -> String {
        let start = text.prefix(40)
        return start.endIndex == text.endIndex ? text : start + "…"
    }
}
