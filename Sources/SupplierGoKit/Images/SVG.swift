extension ImageHeader {
    /// Scalable Vector Graphics: XML whose root element is `svg`, preceded only by a prolog (XML 1.0, section 2.8).
    ///
    /// An HTML page is not SVG, even if it holds an `svg` element, because its first element is another.
    enum SVG {
        static func matches(_ bytes: Span<UInt8>) -> Bool {
            var offset = bytes.holds([0xef, 0xbb, 0xbf], at: 0) ? 3 : 0
            while let byte = bytes.byte(at: offset) {
                if isSpace(byte) {
                    offset += 1
                } else if let end = endOfProlog(in: bytes, at: offset) {
                    offset = end
                } else {
                    return isRoot(in: bytes, at: offset)
                }
            }
            return false
        }

        /// The last byte that is not white space does not end a tag: a complete document ends in a tag.
        static func isCutShort(_ bytes: Span<UInt8>) -> Bool {
            var offset = bytes.count - 1
            while offset >= 0, isSpace(bytes[offset]) || bytes[offset] == 0 { offset -= 1 }
            return bytes.byte(at: offset) != UInt8(ascii: ">")
        }

        /// The offset after a comment, a processing instruction or a document type declaration of `svg`.
        private static func endOfProlog(in bytes: Span<UInt8>, at start: Int) -> Int? {
            func end(_ text: String, from start: Int) -> Int? {
                bytes.offset(of: text, from: start).map { $0 + text.utf8.count }
            }
            if bytes.holds("<!--".utf8, at: start) { return end("-->", from: start + 4) }
            if bytes.holds("<?".utf8, at: start) { return end("?>", from: start + 2) }
            guard bytes.holds("<!DOCTYPE svg".utf8, at: start), let tagEnd = end(">", from: start) else { return nil }
            // A subset in brackets has declarations of its own.
            guard let subset = bytes.offset(of: "[", from: start), subset < tagEnd else { return tagEnd }
            return end("]", from: subset).flatMap { end(">", from: $0) }
        }

        /// The tag opens an `svg` element, with or without a namespace prefix.
        private static func isRoot(in bytes: Span<UInt8>, at start: Int) -> Bool {
            guard bytes.holds("<".utf8, at: start) else { return false }
            var end = start + 1
            while let byte = bytes.byte(at: end), !isSpace(byte), byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
                end += 1
            }
            guard bytes.byte(at: end) != nil, bytes.holds("svg".utf8, at: end - 3) else { return false }
            return end - 3 == start + 1 || bytes.byte(at: end - 4) == UInt8(ascii: ":")
        }

        private static func isSpace(_ byte: UInt8) -> Bool {
            byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
        }
    }
}
