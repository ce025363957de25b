/// A document that is not a catalog, or is truncated. Records before the error are valid.
public enum CatalogSyntaxError: Error, Sendable, Hashable {
    /// The document is empty, or has only white space.
    case empty

    /// The bytes are not valid JSON (RFC 8259), or not the form of a newline-delimited catalog.
    ///
    /// `byteOffset` counts from 0, `expected` is a noun phrase, and `found` is the byte there.
    case malformed(byteOffset: Int, expected: String, found: UInt8)

    /// The document ends at `byteOffset`, inside a value.
    case cutShort(byteOffset: Int, expected: String)

    /// Values nest deeper than `limit` levels.
    case tooDeep(byteOffset: Int, limit: Int)

    /// The record that begins at `byteOffset`, or the members there before the first one, have more than `limit` bytes.
    case tooLarge(byteOffset: Int, limit: Int)

    /// The document is valid JSON, but has no array of suppliers; `found` is a noun phrase.
    case noSuppliers(found: String)

    /// The document has no array at the path of a ``CatalogShape``; `names` are those of its members, and `reason` is
    /// the text by which it says why, if it does.
    case noRecords(path: String, names: [String], reason: String? = nil)

    /// The document is not valid CSV (RFC 4180) on a line, from 1; `reason` is a clause.
    case malformedCSV(line: Int, byteOffset: Int, reason: String)

    /// No record has the field, which none can do without, at its place; `names` are those of the first one's members,
    /// and `paths`, if the place was given, lead to the values in the first records.
    case noField(CatalogShape.Part, place: String, names: [String], paths: [String] = [])

    /// The document is neither JSON nor CSV; its title is that of a page of HTML, or the root of a document in XML.
    case otherFormat(Format, title: String? = nil)

    /// The document is a text, whose first line it is, and neither JSON nor CSV.
    case text(String)
}

extension CatalogSyntaxError: CustomStringConvertible, LocalizedError {
    /// One sentence without a full stop.
    public var description: String {
        switch self {
        case .empty:
            "the catalog is empty"
        case .malformed(let byteOffset, let expected, let found):
            "the catalog is not valid JSON at byte \(byteOffset): expected \(expected), found \(Self.name(of: found))"
        case .cutShort(let byteOffset, let expected):
            "the catalog is cut short at byte \(byteOffset): expected \(expected), found its end"
        case .tooDeep(let byteOffset, let limit):
            "the catalog nests values deeper than \(limit) levels at byte \(byteOffset)"
        case .tooLarge(let byteOffset, let limit):
            "the catalog has more than \(ByteCount.formatted(limit: limit)) in one record, or beside the records, from "
                + "byte \(byteOffset) on: perhaps a quotation mark is missing"
        case .noSuppliers(let found):
            "the catalog holds no suppliers: expected an array of them or one on each line, found \(found)"
        case .noRecords(let path, let names, let reason):
            "the catalog has no array at '\(path.shortened)': its fields are \(names.listed)"
                + (reason.map { "; it says '\($0)'" } ?? "")
        case .malformedCSV(let line, let byteOffset, let reason):
            "the catalog is not valid CSV on line \(line), at byte \(byteOffset): \(reason)"
        case .noField(let part, let place, let names, _):
            "no record has '\(place.shortened)'\(place == part.rawValue ? "" : ", the place of '\(part.rawValue)'"): "
                + "its fields are \(names.listed)"
        case .otherFormat(.html, let title?): "the catalog is a page of HTML titled '\(title)', and not data"
        case .otherFormat(.html, nil): "the catalog is a page of HTML, perhaps a sign-in form, and not data"
        case .otherFormat(let format, let root?):
            "the catalog is " + format.rawValue.replacing(":", with: " with the root '\(root)':", maxReplacements: 1)
        case .otherFormat(let format, nil): "the catalog is \(format.rawValue)"
        case .text(let line): "the catalog is not valid JSON, nor CSV: it says '\(line)'"
        }
    }

    /// The offset at which a line stops being valid JSON, and a clause with the reason; `nil` for the errors of whole
    /// documents.
    var placeAndClause: (byteOffset: Int, clause: String)? {
        switch self {
        case .malformed(let byteOffset, let expected, let found):
            (byteOffset, "not valid JSON at byte \(byteOffset): expected \(expected), found \(Self.name(of: found))")
        case .tooDeep(let byteOffset, let limit):
            (byteOffset, "values nest deeper than \(limit) levels at byte \(byteOffset)")
        default: nil
        }
    }

    /// The ``description``.
    public var errorDescription: String? { description }

    static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x20..<0x7f: "'\(Unicode.Scalar(byte))'"
        case 0x80...: "the byte 0x\(String(byte, radix: 16, uppercase: true))"
        default: "the control character U+00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
        }
    }
}

/// The texts by which a server, or a document without suppliers, says why.
extension CatalogSyntaxError {
    /// The reason in the body of a response: the texts under `PageNames.reasons`, or its first line; `nil` if there is
    /// none.
    static func reason(in body: [UInt8]) -> String? {
        guard let document = JSONDocument(body) else { return line(of: body) }
        let root = document.root.elements.first ?? document.root
        var texts: [String] = root.string.map { [$0] } ?? []
        for path in PageNames.reasons {
            guard let text = root.value(at: path.steps)?.string, !texts.contains(text) else { continue }
            texts.append(text)
        }
        return shown(texts.filter { !$0.trimmed.isEmpty }.joined(separator: ": "))
    }

    /// The first line of a text; `nil` for JSON, for a page of HTML, and for bytes that are not text.
    static func line(of bytes: [UInt8]) -> String? {
        let lines = bytes[bytes.byteOrderMarkEnd...].prefix(1 << 12).split { $0.endsLine }
        let line = lines.first { !$0.allSatisfy(\.isBlank) } ?? []
        guard let first = line.first(where: { !$0.isBlank }), line.allSatisfy({ $0 >= 0x20 || $0.isBlank }),
            Unicode.Scalar(first).properties.isAlphabetic || first.decimalValue != nil || first >= 0x80,
            JSONDocument(Array(line)) == nil
        else { return nil }
        return String(validating: line, as: UTF8.self).flatMap { shown($0) }
    }

    /// The text on one line, cut and without the secrets of URLs in it; `nil` if it is empty.
    static func shown(_ text: String, limit: Int = String.shownLimit) -> String? {
        let text = text.withSingleBlanks
        return text.isEmpty ? nil : text.shownText(limit: limit)
    }
}

extension CatalogSyntaxError {
    /// A format that is neither JSON nor CSV in UTF-8. The raw value says what the catalog is, and
    /// what to do, if that is known.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        case workbook = "an Excel workbook: save it as CSV UTF-8"
        case oldWorkbook = "an Excel workbook, or another Office file of the old kind: save it as CSV UTF-8"
        case spreadsheet = "an OpenDocument spreadsheet: save it as CSV UTF-8"
        case document = "an Office document: export the suppliers as CSV or JSON"
        case iWork = "a document of Numbers or another iWork program: export the suppliers as CSV or JSON"
        case zip = "a zip archive: unpack it first"
        case gzip = "compressed with gzip: decompress it with 'gzip -dc'"
        case bzip2 = "compressed with bzip2: decompress it with 'bzip2 -dc'"
        case xz = "compressed with xz: decompress it with 'xz -dc'"
        case zstd = "compressed with zstd: decompress it with 'zstd -dc'"
        case utf16 = "in UTF-16: convert it with 'iconv -f UTF-16 -t UTF-8'"
        case utf16LE = "in UTF-16LE: convert it with 'iconv -f UTF-16LE -t UTF-8'"
        case utf16BE = "in UTF-16BE: convert it with 'iconv -f UTF-16BE -t UTF-8'"
        case utf32 = "in UTF-32: convert it with 'iconv -f UTF-32 -t UTF-8'"
        case utf32LE = "in UTF-32LE: convert it with 'iconv -f UTF-32LE -t UTF-8'"
        case utf32BE = "in UTF-32BE: convert it with 'iconv -f UTF-32BE -t UTF-8'"
        case xml = "XML: only JSON and CSV are read"
        case oData = "XML of OData: ask for JSON with '$format=json'"
        case html = "a page of HTML"
        case pdf = "a PDF document: export the suppliers as CSV or JSON"
        case vCard = "a vCard file: export the suppliers as CSV or JSON"
        case sqlite = "an SQLite database: export the suppliers as CSV or JSON"
        case parquet = "a Parquet file: export the suppliers as CSV or JSON"
        case binary = "binary data, and not text"
    }

    /// The error of a byte, or of the end of the bytes, whose first one has an offset in the catalog.
    static func unexpected(at index: Int, in bytes: Span<UInt8>, from byteOffset: Int, expected: String) -> Self {
        index < bytes.count
            ? .malformed(byteOffset: byteOffset + index, expected: expected, found: bytes[index])
            : .cutShort(byteOffset: byteOffset + bytes.count, expected: expected)
    }
}

extension JSONTokenizer {
    /// Scans a value of a catalog; `byteOffset` is the first byte's offset in it.
    @inline(__always)
    mutating func tokenize(
        _ bytes: Span<UInt8>, from start: Int, at byteOffset: Int = 0, expecting expectation: String = "a JSON value"
    ) throws(CatalogSyntaxError) -> Int {
        do throws(JSONTokenizer.SyntaxError) {
            return try scan(bytes, from: start, expecting: expectation)
        } catch {
            guard let expected = error.expected else {
                throw .tooDeep(byteOffset: byteOffset + error.index, limit: Self.depthLimit)
            }
            throw .unexpected(at: error.index, in: bytes, from: byteOffset, expected: expected)
        }
    }
}

extension [String] {
    /// The first names, for a sentence that has room for about 150 characters of them.
    var listed: String {
        guard var text = first?.shortened else { return "none" }
        for (index, name) in enumerated().dropFirst() {
            let longer = text + ", " + name.shortened
            guard longer.unicodeScalars.count <= 150 else { return text + " and \(count - index) more" }
            text = longer
        }
        return text
    }
}

extension String {
    /// The name, cut after 40 characters. A no-break space in it can be told.
    fileprivate var shortened: String {
        let start = unicodeScalars.prefix(40)
        return (start.endIndex == endIndex ? self : String(start) + "…").replacing("\u{a0}", with: #"\u{a0}"#)
    }
}
