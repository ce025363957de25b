/// A value in a JSON document.
public struct JSONValue: Sendable {
    let document: JSONDocument
    let index: Int

    private var token: JSONToken { document.tokens[index] }

    /// The value in JSON, without white space.
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

    /// The text of a string; `nil` for every other value.
    package var string: String? { document.text(at: index) }

    /// The text, or the texts of the values in it, however deep they are.
    package var texts: [String] {
        var texts: [String] = []
        appendTexts(to: &texts)
        return texts
    }

    private func appendTexts(to texts: inout [String]) {
        if let text { texts.append(text) } else { for value in values { value.appendTexts(to: &texts) } }
    }

    /// It is null, or a text, an object or an array without anything in it.
    package var isEmpty: Bool { token.isOf(.null) || token.length == 0 }

    /// The value in a cell of a list: text as it is, an object or an array in JSON, and nothing else.
    package var cellText: String { text ?? (isEmpty ? "" : json) }

    /// The number that this is, or that a text is in plain decimal digits; `nil` for every other value.
    package var number: Double? {
        let text = cellText
        guard !token.isOf(.string) || text.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The member of an object, of several with one name the last, or the element of an array at a position from 0.
    package subscript(step: String) -> JSONValue? {
        document.value(at: [step], from: index).map { JSONValue(document: document, index: $0) }
    }
}
