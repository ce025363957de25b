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

    /// The document is valid JSON, but has no array of suppliers; `found` is a noun phrase.
    case noSuppliers(found: String)

    /// The document has no array at the path of a ``CatalogShape``; `names` are those of its members.
    case noRecords(path: String, names: [String])

    /// The document is not valid CSV (RFC 4180) on a line, from 1; `reason` is a clause.
    case malformedCSV(line: Int, byteOffset: Int, reason: String)

    /// No record has the field, which none can do without, at its place; `names` are those of the first one's members.
    case noField(CatalogShape.Part, place: String, names: [String])
}

extension CatalogSyntaxError: CustomStringConvertible, LocalizedError {
    /// One sentence without a full stop.
    public var description: String {
        switch self {
        case .empty:
            "the catalog is empty"
        case .malformed(_, _, found: UInt8(ascii: "<")):
            "the catalog is not valid JSON: it may be a web page, such as a sign-in form"
        case .malformed(let byteOffset, let expected, let found):
            "the catalog is not valid JSON at byte \(byteOffset): expected \(expected), found \(Self.name(of: found))"
        case .cutShort(let byteOffset, let expected):
            "the catalog is cut short at byte \(byteOffset): expected \(expected), found its end"
        case .tooDeep(let byteOffset, let limit):
            "the catalog nests values deeper than \(limit) levels at byte \(byteOffset)"
        case .noSuppliers(let found):
            "the catalog holds no suppliers: expected an array of them or one on each line, found \(found)"
        case .noRecords(let path, let names):
            "the catalog has no array at '\(path)': its fields are \(names.listed)"
        case .malformedCSV(let line, let byteOffset, let reason):
            "the catalog is not valid CSV on line \(line), at byte \(byteOffset): \(reason)"
        case .noField(let part, let place, let names):
            "no record has '\(place)'\(place == part.rawValue ? "" : ", the place of '\(part.rawValue)'"): "
                + "its fields are \(names.listed)"
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

extension CatalogSyntaxError {
    /// The error of a value in a catalog.
    init(_ error: JSONTokenizer.SyntaxError) {
        switch error {
        case .malformed(let byteOffset, let expected, let found):
            self = .malformed(byteOffset: byteOffset, expected: expected, found: found)
        case .cutShort(let byteOffset, let expected): self = .cutShort(byteOffset: byteOffset, expected: expected)
        case .tooDeep(let byteOffset, let limit): self = .tooDeep(byteOffset: byteOffset, limit: limit)
        }
    }
}

extension JSONTokenizer {
    /// Scans a value of a catalog.
    @inline(__always)
    mutating func tokenize(
        _ bytes: Span<UInt8>, from start: Int, expecting expectation: String = "a JSON value"
    ) throws(CatalogSyntaxError) -> Int {
        do throws(JSONTokenizer.SyntaxError) {
            return try scan(bytes, from: start, expecting: expectation)
        } catch {
            throw CatalogSyntaxError(error)
        }
    }
}

extension [String] {
    /// The first names, for a sentence.
    var listed: String {
        if isEmpty { return "none" }
        return prefix(20).joined(separator: ", ") + (count > 20 ? " and \(count - 20) more" : "")
    }
}
