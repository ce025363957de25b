extension ImageHeader {
    /// Scalable Vector Graphics: XML whose root element is `svg`, preceded only by a prolog (XML 1.0, section 2.8).
    ///
    /// An HTML page is not SVG, even if it holds an `svg` element, because its first element is another.
    enum SVG {
        static func matches(_ bytes: Span<UInt8>) -> Bool {
            endOfRootName(in: bytes) != nil
        }

        /// The size asked for by `width` and `height` where both are numbers of pixels, or else by `viewBox`, in whole
        /// pixels.
        static func size(of bytes: Span<UInt8>) -> PixelSize? {
            guard let start = endOfRootName(in: bytes) else { return nil }
            let attributes = attributes(in: bytes, from: start)
            if let size = PixelSize(pixels(attributes["width"]), pixels(attributes["height"])) { return size }
            let viewBox =
                attributes["viewBox"].map { $0.split { $0 == " " || $0 == "," || $0 == "\n" || $0 == "\t" } } ?? []
            guard viewBox.count == 4 else { return nil }
            return PixelSize(pixels(String(viewBox[2])), pixels(String(viewBox[3])))
        }

        /// Whether the last byte that is not white space does not end a tag: a complete document ends in a tag.
        static func isCutShort(_ bytes: Span<UInt8>) -> Bool {
            var offset = bytes.count - 1
            while offset >= 0, isSpace(bytes[offset]) || bytes[offset] == 0 { offset -= 1 }
            return bytes.byte(at: offset) != UInt8(ascii: ">")
        }

        /// The offset after the name of the root element; `nil` where that is not `svg`, with or without a prefix.
        private static func endOfRootName(in bytes: Span<UInt8>) -> Int? {
            var offset: Int? = bytes.holds([0xef, 0xbb, 0xbf], at: 0) ? 3 : 0
            while let start = offset {
                if let byte = bytes.byte(at: start), isSpace(byte) {
                    offset = start + 1
                } else if bytes.holds("<!--", at: start) {
                    offset = bytes.offset(of: "-->", from: start + 4).map { $0 + 3 }
                } else if bytes.holds("<?", at: start) {
                    offset = bytes.offset(of: "?>", from: start + 2).map { $0 + 2 }
                } else if bytes.holds("<!DOCTYPE", at: start) {
                    offset = endOfDoctype(in: bytes, from: start + 9)
                } else {
                    return endOfName(in: bytes, at: start)
                }
            }
            return nil
        }

        private static func endOfName(in bytes: Span<UInt8>, at start: Int) -> Int? {
            guard bytes.byte(at: start) == UInt8(ascii: "<") else { return nil }
            var end = start + 1
            while let byte = bytes.byte(at: end), !isSpace(byte), byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
                end += 1
            }
            guard bytes.byte(at: end) != nil, bytes.holds("svg", at: end - 3) else { return nil }
            let before = bytes.byte(at: end - 4)
            return end - 3 == start + 1 || before == UInt8(ascii: ":") ? end : nil
        }

        /// The offset after a document type declaration of `svg`, including its internal subset in brackets.
        private static func endOfDoctype(in bytes: Span<UInt8>, from start: Int) -> Int? {
            var offset = start
            while let byte = bytes.byte(at: offset), isSpace(byte) { offset += 1 }
            guard bytes.holds("svg", at: offset) else { return nil }
            var isInBrackets = false
            while let byte = bytes.byte(at: offset) {
                if byte == UInt8(ascii: "[") { isInBrackets = true }
                if byte == UInt8(ascii: "]") { isInBrackets = false }
                offset += 1
                if byte == UInt8(ascii: ">") && !isInBrackets { return offset }
            }
            return nil
        }

        /// The attributes of a tag, up to the first malformed one.
        private static func attributes(in bytes: Span<UInt8>, from start: Int) -> [String: String] {
            var attributes: [String: String] = [:]
            var offset = start
            while let byte = bytes.byte(at: offset), byte != UInt8(ascii: ">") {
                guard !isSpace(byte), byte != UInt8(ascii: "/") else {
                    offset += 1
                    continue
                }
                var name: [UInt8] = []
                while let byte = bytes.byte(at: offset), byte != UInt8(ascii: "="), byte != UInt8(ascii: ">") {
                    if !isSpace(byte) { name.append(byte) }
                    offset += 1
                }
                offset += 1
                while let byte = bytes.byte(at: offset), isSpace(byte) { offset += 1 }
                guard let quote = bytes.byte(at: offset), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
                else {
                    return attributes
                }
                var value: [UInt8] = []
                offset += 1
                while let byte = bytes.byte(at: offset), byte != quote {
                    value.append(byte)
                    offset += 1
                }
                guard bytes.byte(at: offset) == quote else { return attributes }
                attributes[String(decoding: name, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
                offset += 1
            }
            return attributes
        }

        /// A number of pixels, rounded up, such as `64` or `64.5px`; `nil` for other units, percentages and other text.
        private static func pixels(_ text: String?) -> Int? {
            guard var text = text?.utf8[...] else { return nil }
            while let first = text.first, isSpace(first) { text = text.dropFirst() }
            while let last = text.last, isSpace(last) { text = text.dropLast() }
            if text.suffix(2).elementsEqual("px".utf8) { text = text.dropLast(2) }
            guard text.allSatisfy({ $0.decimalValue != nil || $0 == UInt8(ascii: ".") }),
                let number = Double(String(decoding: text, as: UTF8.self)), number < 1e9
            else { return nil }
            return Int(number.rounded(.up))
        }

        private static func isSpace(_ byte: UInt8) -> Bool {
            byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
        }
    }
}
