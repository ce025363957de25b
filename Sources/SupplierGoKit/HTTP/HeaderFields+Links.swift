extension HeaderFields {
    /// A link of a `Link` field (RFC 8288, section 3).
    struct Link: Sendable, Hashable {
        /// The target, a URI reference as given: relative to the response's URL.
        let target: String

        /// The relation types of the first `rel` parameter, in lower case.
        let relations: [String]

        /// The context (`anchor`), or `nil` for the response itself.
        let anchor: String?
    }

    /// The links of all `Link` fields, in order, of each field up to its first error.
    var links: [Link] {
        values(of: "Link").flatMap { value in
            var parser = Link.Parser(value)
            return parser.links()
        }
    }

    /// The target of the first link to the next page: relation `next`, from the response itself.
    var nextPage: String? {
        links.first { $0.anchor == nil && $0.relations.contains("next") }?.target
    }
}

extension HeaderFields.Link {
    /// Parses a field value by the grammar of RFC 8288, appendix B.2.
    fileprivate struct Parser {
        private let text: [UInt8]
        private var position = 0

        init(_ value: String) {
            text = Array(value.utf8)
        }

        mutating func links() -> [HeaderFields.Link] {
            var links: [HeaderFields.Link] = []
            while true {
                skip { $0 == UInt8(ascii: ",") || Self.isSpace($0) }
                guard readMark("<") else { return links }
                // An empty target is the response's own URL (RFC 3986, section 4.4).
                let target = readText(until: { $0 == UInt8(ascii: ">") }) ?? ""
                guard readMark(">") else { return links }
                guard let link = link(to: target) else { return links }
                links.append(link)
            }
        }

        private mutating func link(to target: String) -> HeaderFields.Link? {
            var relations: [String]?
            var anchor: String?
            skip(Self.isSpace)
            while readMark(";") {
                skip(Self.isSpace)
                guard let name = readText(until: { Self.isSpace($0) || Self.isDelimiter($0) })?.lowercased() else {
                    break
                }
                skip(Self.isSpace)
                var value = ""
                if readMark("=") {
                    skip(Self.isSpace)
                    guard let given = readValue() else { return nil }
                    value = given
                }
                if name == "rel", relations == nil {
                    relations = value.lowercased().split(separator: " ").map(String.init)
                }
                if name == "anchor", anchor == nil { anchor = value }
                skip(Self.isSpace)
            }
            return HeaderFields.Link(target: target, relations: relations ?? [], anchor: anchor)
        }

        private mutating func readValue() -> String? {
            guard readMark("\"") else {
                return readText(until: { Self.isSpace($0) || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }) ?? ""
            }
            var value: [UInt8] = []
            while position < text.count {
                let byte = text[position]
                position += 1
                if byte == UInt8(ascii: "\"") { return String(decoding: value, as: UTF8.self) }
                if byte == UInt8(ascii: "\\"), position < text.count {
                    value.append(text[position])
                    position += 1
                } else {
                    value.append(byte)
                }
            }
            return nil
        }

        private mutating func readMark(_ mark: Unicode.Scalar) -> Bool {
            guard position < text.count, text[position] == UInt8(ascii: mark) else { return false }
            position += 1
            return true
        }

        /// The bytes before one that ends them, or `nil` if there are none.
        private mutating func readText(until isEnd: (UInt8) -> Bool) -> String? {
            let start = position
            skip { !isEnd($0) }
            return start < position ? String(decoding: text[start..<position], as: UTF8.self) : nil
        }

        private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
            while position < text.count, isSkipped(text[position]) { position += 1 }
        }

        private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

        private static func isDelimiter(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "=") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",")
        }
    }
}
