/// The beginning of a catalog of any shape, for `inspect` to look around in. ``CSVTable`` decides on its form.
package struct CatalogBeginning: Sendable {
    /// The values at the top of a document in JSON, or the names and the rows of one in CSV as arrays. If there are
    /// more bytes, the last one may be cut short.
    package private(set) var documents: [JSONDocument] = []
    package let isCSV: Bool

    /// There are no more bytes.
    package let isWhole: Bool

    /// A header field of the response names the next page.
    package internal(set) var linksNextPage = false

    /// The response's header fields that count pages or suppliers.
    var countFields = HeaderFields()

    /// Reads a catalog's first bytes.
    init(_ bytes: [UInt8], isWhole: Bool) throws(CatalogSyntaxError) {
        let lines = try CSVTable.lines(of: bytes, isWhole: isWhole)
        (isCSV, self.isWhole) = (lines != nil, isWhole)
        var (bytes, index, badCount) = (lines ?? bytes, 0, 0)
        var values: [[JSONToken]] = []
        while let start = bytes.span.passingDocumentLead(from: index, isWhole: true), start < bytes.count {
            index = start
            var tokenizer = JSONTokenizer()
            do throws(CatalogSyntaxError) {
                index = try tokenizer.tokenize(bytes.span, from: index)
            } catch {
                if case .cutShort = error, isWhole { throw error }
                if error.placeAndClause != nil, badCount < Self.badRecordLimit {
                    guard let bad = Self.badRecord(in: bytes.span, from: index, tokenizer, isFirst: values.isEmpty)
                    else { throw error }
                    bytes.replaceSubrange(bad.range, with: bad.substitute.utf8)
                    badCount += 1
                    continue
                }
                guard !tokenizer.tokens.isEmpty else { break }
                tokenizer.closeContainers()
                index = bytes.count
            }
            values.append(tokenizer.tokens)
        }
        documents = values.map { JSONDocument(bytes: bytes, tokens: $0) }
    }

    /// The number of bad records that are looked past: the document is read anew after each.
    private static let badRecordLimit = 100

    /// The bytes of a record that is not valid JSON, and what takes their place: the innermost object in an array that
    /// has the error, else its line if there are several, else the innermost object; `nil` if its end cannot be told.
    private static func badRecord(
        in bytes: Span<UInt8>, from start: Int, _ tokenizer: JSONTokenizer, isFirst: Bool
    ) -> (range: Range<Int>, substitute: String)? {
        let lineEnd = (start..<bytes.count).first { bytes[$0].endsLine } ?? bytes.count
        let next = bytes.passingBlanks(from: lineEnd)
        let isOnLines =
            bytes[start] != UInt8(ascii: "[") && (!isFirst || next < bytes.count && bytes[next] == UInt8(ascii: "{"))
        let open = tokenizer.stack
        let inner = open.indices.dropFirst().filter { open[$0] & 1 == 1 }
        let object = inner.last { open[$0 - 1] & 1 == 0 } ?? inner.last { !isOnLines && $0 == open.count - 1 }
        let first = object.map { Int(tokenizer.tokens[open[$0] >> 1].start) } ?? start
        var ends = JSONEnds(from: first)
        let end = ends.firstEnd(in: bytes, isOnLines: isOnLines).flatMap { $0.isMatched ? $0.index : nil }
        if object != nil, let end { return (first..<end, "null") }
        return isOnLines ? (start..<(open.isEmpty || object != nil ? lineEnd : end ?? lineEnd), "") : nil
    }

    /// The members beside the array at a path in a document and around it, and what header fields say.
    package func envelope(around steps: [String], in document: JSONDocument) -> CatalogEnvelope {
        let shape = CatalogShape(records: FieldPath(steps))
        var (envelope, container) = (CatalogEnvelope(), document.root)
        envelope.signs.read(countFields)
        for (level, step) in steps.enumerated() {
            for (name, value) in container.members where name != step {
                envelope.read(name, under: steps.prefix(level), value, shape)
            }
            guard let inner = container[step] else { break }
            container = inner
        }
        return envelope
    }
}

/// Other formats, by their first bytes: ``CSVTable/form(of:isWhole:)`` asks before it decides on a catalog's form.
extension CatalogBeginning {
    private typealias Format = CatalogSyntaxError.Format

    /// The bytes that formats begin with.
    private static let marks: [(format: Format, bytes: [UInt8])] =
        [
            (.oldWorkbook, [0xd0, 0xcf, 0x11, 0xe0]), (.zip, [0x50, 0x4b, 3, 4]), (.zip, [0x50, 0x4b, 5, 6]),
            (.zip, [0x50, 0x4b, 7, 8]), (.gzip, [0x1f, 0x8b]), (.xz, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]),
            (.zstd, [0x28, 0xb5, 0x2f, 0xfd]), (.utf32, [0xff, 0xfe, 0, 0]), (.utf32, [0, 0, 0xfe, 0xff]),
            (.utf16, [0xff, 0xfe]), (.utf16, [0xfe, 0xff]), (.pdf, Array("%PDF-".utf8)),
            (.sqlite, Array("SQLite format 3\0".utf8)), (.parquet, Array("PAR1".utf8)),
        ]
        + (1...9).flatMap { level in
            ["1AY&SY", "\u{17}rE8P"].map { (.bzip2, Array("BZh\(level)\($0)".utf8)) }
        }

    /// Throws the error of a document in a format that no catalog has.
    ///
    /// - Parameter isWhole: whether there are no more bytes.
    /// - Returns: `false` if it takes more bytes to tell.
    static func check(_ bytes: [UInt8], isWhole: Bool) throws(CatalogSyntaxError) -> Bool {
        guard bytes.count > 3 || isWhole else { return false }
        let text = bytes[bytes.byteOrderMarkEnd...].drop { $0.isBlank }
        if let first = text.first, "[{".utf8.contains(first), text.dropFirst().first != 0 { return true }
        let isEnough = isWhole || bytes.count >= 4096
        for (format, mark) in marks where mark.starts(with: bytes.prefix(mark.count)) {
            // The rest tells an archive from a workbook, and a text from a page.
            guard isEnough else { return false }
            guard bytes.starts(with: mark) else { continue }
            let isWide = [.utf16, .utf32].contains(format)
            throw isWide ? error(ofWide: bytes, in: format) : .otherFormat(format == .zip ? archive(bytes) : format)
        }
        let (card, cardMark) = (Array(text.prefix(11)), Array("BEGIN:VCARD".utf8))
        if card.span.isEqualIgnoringCase(to: Array(cardMark.prefix(card.count)).span) {
            if card.count == cardMark.count { throw .otherFormat(.vCard) }
            guard isWhole else { return false }
        }
        // Text has neither control characters nor bytes that are not UTF-8.
        let start = Array(bytes.prefix(12))
        let isText =
            start.allSatisfy { $0 >= 0x20 || $0.isBlank || $0 == .recordSeparator }
            && start.span.utf8Count > start.count - 4
        guard isEnough || isText && text.first != UInt8(ascii: "<") else { return false }
        let beginning = bytes[..<min(bytes.count, 1024)]
        if !isText, let format = wide(beginning) { throw error(ofWide: bytes, in: format) }
        if !isText, beginning.contains(0), Array(beginning).span.utf8Count < beginning.count - 4 {
            throw .otherFormat(.binary)
        }
        if text.first == UInt8(ascii: "<"), let error = markup(text.prefix(4096)) { throw error }
        return true
    }

    /// The format of UTF-16 or UTF-32 without a byte-order mark, by the places of its zeros.
    private static func wide(_ bytes: ArraySlice<UInt8>) -> Format? {
        var (zeros, isSmall) = ([0, 0, 0, 0], [true, true, true, true])
        for (index, byte) in bytes.enumerated() {
            if byte == 0 { zeros[index % 4] += 1 }
            isSmall[index % 4] = isSmall[index % 4] && byte <= 0x10
        }
        let count = bytes.count / 4
        guard count > 0, zeros.contains(where: { $0 * 16 > count }) else { return nil }
        if zeros[0] == 0, isSmall[2], zeros[3] >= count { return .utf32LE }
        if zeros[3] == 0, isSmall[1], zeros[0] >= count { return .utf32BE }
        if zeros[0] + zeros[2] == 0 { return .utf16LE }
        return zeros[1] + zeros[3] == 0 ? .utf16BE : nil
    }

    /// The error of a text in UTF-16 or UTF-32, which may be of another format as well.
    private static func error(ofWide bytes: [UInt8], in format: Format) -> CatalogSyntaxError {
        do throws(CatalogSyntaxError) {
            _ = try check(bytes.prefix(8192).filter { $0 > 0 && $0 < 0x80 }, isWhole: true)
            return .otherFormat(format)
        } catch {
            return error
        }
    }

    /// The format of a zip archive, by the names of its first entries.
    private static func archive(_ bytes: [UInt8]) -> Format {
        let text = String(decoding: bytes.prefix(1 << 16).map { $0 < 0x80 ? $0 : 0 }, as: UTF8.self)
        let entries = text.split(separator: "PK\u{3}\u{4}").map { $0.utf8.dropFirst(26) }
        func begins(_ name: String) -> Bool { entries.contains { $0.starts(with: name.utf8) } }
        if begins("xl/") { return .workbook }
        if begins("mimetypeapplication/vnd.oasis.opendocument.spreadsheet") { return .spreadsheet }
        if begins("[Content_Types].xml") || begins("mimetypeapplication/vnd.oasis") { return .document }
        return begins("Index/") || begins("Index.zip") ? .iWork : .zip
    }

    /// The error of a page of HTML or a document in XML; `nil` for another text.
    private static func markup(_ bytes: ArraySlice<UInt8>) -> CatalogSyntaxError? {
        let text = String(decoding: bytes, as: UTF8.self)
        var (rest, isPage) = (text[...], false)
        while rest.hasPrefix("<?") || rest.hasPrefix("<!") {
            isPage = isPage || rest.prefix(14).lowercased() == "<!doctype html"
            guard let end = rest.firstRange(of: rest.hasPrefix("<!--") ? "-->" : ">") else { break }
            rest = rest[end.upperBound...].drop { $0.isWhitespace }
        }
        let root = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || ":_-.".contains($0) }
        // Excel saves workbooks as pages as well, and older programs call such pages workbooks.
        let isWorkbook = ["microsoft-com:office:spreadsheet", "microsoft-com:office:excel"].contains(
            where: text.contains)
        if isWorkbook { return .otherFormat(.workbook) }
        if isPage || elements.contains(root.lowercased()) {
            let title = text.firstMatch(of: #/<title[^>]*>([^<]+)/#.ignoresCase())?.output.1
            return .otherFormat(.html, title: title.flatMap { CatalogSyntaxError.shown(String($0), limit: 100) })
        }
        guard text.hasPrefix("<?xml") || root.first?.isLetter == true else { return nil }
        let isOData = ["schemas.microsoft.com/ado/", "docs.oasis-open.org/odata/"].contains(where: text.contains)
        return .otherFormat(isOData ? .oData : .xml, title: root.isEmpty ? nil : String(root.prefix(40)))
    }

    /// The elements that a page of HTML begins with.
    private static let elements: Set<String> = [
        "html", "head", "body", "title", "meta", "script", "style", "link", "div", "p", "h1", "h2", "br", "b", "table",
        "center", "font", "form", "pre", "span",
    ]
}
