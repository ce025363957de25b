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
            var (parser, links) = (Link.Parser(rest: Array(value.utf8)[...]), [Link]())
            while let link = parser.next() { links.append(link) }
            return links
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
        private static let spaces = " \t"

        /// The bytes that were not read.
        var rest: ArraySlice<UInt8>

        /// The next link; `nil` after the last one, and at an error.
        mutating func next() -> HeaderFields.Link? {
            skip(Self.spaces + ",")
            guard readMark("<") else { return nil }
            // An empty target is the response's own URL (RFC 3986, section 4.4).
            let target = readText(upTo: ">")
            guard readMark(">") else { return nil }
            var (relations, anchor): ([String]?, String?)
            skip(Self.spaces)
            while readMark(";") {
                skip(Self.spaces)
                let name = readText(upTo: Self.spaces + "=;,").lowercased()
                if name.isEmpty { break }
                skip(Self.spaces)
                guard let value = readMark("=") ? readValue() : "" else { return nil }
                if name == "rel", relations == nil {
                    relations = value.lowercased().split(separator: " ").map(String.init)
                }
                if name == "anchor", anchor == nil { anchor = value }
                skip(Self.spaces)
            }
            return HeaderFields.Link(target: target, relations: relations ?? [], anchor: anchor)
        }

        /// Reads a parameter's value; `nil` if its closing quotation mark is missing.
        private mutating func readValue() -> String? {
            skip(Self.spaces)
            guard readMark("\"") else { return readText(upTo: Self.spaces + ";,") }
            var value: [UInt8] = []
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "\"") { return String(decoding: value, as: UTF8.self) }
                value.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
            }
            return nil
        }

        private mutating func readMark(_ mark: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: mark) else { return false }
            rest.removeFirst()
            return true
        }

        private mutating func readText(upTo ends: String) -> String {
            let text = rest.prefix { !ends.utf8.contains($0) }
            rest = rest[text.endIndex...]
            return String(decoding: text, as: UTF8.self)
        }

        private mutating func skip(_ bytes: String) { rest = rest.drop { bytes.utf8.contains($0) } }
    }
}
