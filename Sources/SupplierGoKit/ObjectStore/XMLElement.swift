/// An element of the XML that object stores answer with, with its text and the elements in it.
///
/// It reads what the answers consist of (XML 1.0): elements, whose attributes are passed over, text, references to
/// characters, comments, instructions, and sections of character data. A document with anything else, such as a document
/// type, is not an answer.
struct XMLElement: Sendable, Hashable {
    /// The name, with its prefix if it has one.
    let name: String

    /// The text directly in the element.
    fileprivate(set) var text = ""

    /// The elements directly in the element, in order.
    fileprivate(set) var children: [XMLElement] = []

    fileprivate init(name: String) {
        self.name = name
    }

    /// The text of the first element directly in this one that has a name; `nil` where there is none.
    subscript(name: String) -> String? { children.first { $0.name == name }?.text }

    /// Reads a document in UTF-8; `nil` for what is not one.
    init?(_ bytes: [UInt8]) {
        do throws(XMLReader.Fault) {
            var reader = XMLReader(bytes)
            self = try reader.document()
        } catch {
            return nil
        }
    }
}

/// Reads a document from its beginning to its end.
private struct XMLReader {
    /// The bytes are not a document as it is read here.
    struct Fault: Error {}

    /// The most elements in each other; answers have five.
    private static let depthLimit = 16

    /// The most elements; a page of a listing has about ten for each of a thousand objects.
    private static let elementLimit = 20_000

    private let bytes: [UInt8]
    private var index = 0
    private var elementCount = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func document() throws(Fault) -> XMLElement {
        skip("\u{feff}")
        try skipMiscellany()
        let root = try element(depth: 0)
        try skipMiscellany()
        guard index == bytes.count else { throw Fault() }
        return root
    }

    /// Passes over a text that may be next; returns whether it was.
    @discardableResult
    private mutating func skip(_ text: String) -> Bool {
        guard bytes[index...].starts(with: text.utf8) else { return false }
        index += text.utf8.count
        return true
    }

    /// Passes over everything to the end of a text; returns the range before the text.
    private mutating func skip(to end: String) throws(Fault) -> Range<Int> {
        let (start, end) = (index, Array(end.utf8))
        while let found = bytes.span.firstIndex(of: end[0], from: index) {
            index = found
            if bytes[index...].starts(with: end) {
                index += end.count
                return start..<found
            }
            index += 1
        }
        throw Fault()
    }

    /// Passes over white space, comments and instructions around the root.
    private mutating func skipMiscellany() throws(Fault) {
        while index < bytes.count {
            if bytes[index].isBlank {
                index += 1
            } else if skip("<?") {
                _ = try skip(to: "?>")
            } else if skip("<!--") {
                _ = try skip(to: "-->")
            } else {
                return
            }
        }
    }

    private mutating func element(depth: Int) throws(Fault) -> XMLElement {
        elementCount += 1
        guard depth < Self.depthLimit, elementCount <= Self.elementLimit, skip("<") else { throw Fault() }
        var element = XMLElement(name: try name())
        guard try !skipAttributes() else { return element }
        while true {
            let text = try skip(to: "<")
            element.text += try decoded(text)
            if skip("/") {
                let name = try skip(to: ">")
                guard bytes[name].starts(with: element.name.utf8),
                    bytes[name].dropFirst(element.name.utf8.count).allSatisfy(\.isBlank)
                else { throw Fault() }
                return element
            }
            if skip("!--") {
                _ = try skip(to: "-->")
            } else if skip("![CDATA[") {
                element.text += String(decoding: bytes[try skip(to: "]]>")], as: UTF8.self)
            } else if skip("?") {
                _ = try skip(to: "?>")
            } else {
                index -= 1
                element.children.append(try self.element(depth: depth + 1))
            }
        }
    }

    private mutating func name() throws(Fault) -> String {
        let start = index
        // Not "!", so that neither a document type nor a mistyped comment passes for an element.
        while index < bytes.count, bytes[index].isLetterInName { index += 1 }
        guard index > start else { throw Fault() }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Passes over what follows a name in its tag; returns whether the element ends with its tag.
    private mutating func skipAttributes() throws(Fault) -> Bool {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let quote = bytes[index]
                guard let end = bytes.span.firstIndex(of: quote, from: index + 1) else { throw Fault() }
                index = end + 1
            case UInt8(ascii: ">"):
                defer { index += 1 }
                return bytes[index - 1] == UInt8(ascii: "/")
            default: index += 1
            }
        }
        throw Fault()
    }

    /// Text with its references replaced by what they stand for.
    private func decoded(_ range: Range<Int>) throws(Fault) -> String {
        guard bytes[range].contains(UInt8(ascii: "&")) else { return String(decoding: bytes[range], as: UTF8.self) }
        var text = ""
        var rest = bytes[range]
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            text += String(decoding: rest[..<start], as: UTF8.self)
            guard let end = rest[start...].firstIndex(of: UInt8(ascii: ";")) else { throw Fault() }
            let name = String(decoding: rest[(start + 1)..<end], as: UTF8.self)
            guard let character = Self.character(of: name) else { throw Fault() }
            text.unicodeScalars.append(character)
            rest = rest[(end + 1)...]
        }
        return text + String(decoding: rest, as: UTF8.self)
    }

    private static func character(of reference: String) -> Unicode.Scalar? {
        switch reference {
        case "lt": "<"
        case "gt": ">"
        case "amp": "&"
        case "quot": "\""
        case "apos": "'"
        default:
            if reference.hasPrefix("#x") {
                UInt32(reference.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) }
            } else if reference.hasPrefix("#") {
                UInt32(reference.dropFirst()).flatMap { Unicode.Scalar($0) }
            } else {
                nil
            }
        }
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { [0x20, 0x09, 0x0a, 0x0d].contains(self) }

    fileprivate var isLetterInName: Bool { isUnreserved || self == UInt8(ascii: ":") || self >= 0x80 }
}
