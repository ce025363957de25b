/// The places of a catalog's parts, for a catalog whose shape or names are others than ours.
///
/// ```swift
/// configuration.shape = try CatalogShape([.records: "value", .fullname: "{givenName} {surname}", .email: "mail"])
/// ```
///
/// A part without a place is looked for under our own names. With a place for at least one field, records are read
/// leniently: only the id and the full name must not be empty, and text, numbers and `true` count as text.
public struct CatalogShape: Sendable, Hashable {
    /// A part of a catalog; the raw value is its key in the settings of the command line.
    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// The array of records: a path from the document's top.
        case records

        /// The next page: a path to its URL, or a URL with values in braces. `{page}` (from 1, or from
        /// where the catalog's address or its first page begins) and `{offset}` (the number of records read so far)
        /// are followed until a page is empty, other paths lead to a value of the response, and those that begin with
        /// `last.` to one of its last record: until one is empty. An empty place reads one page alone. A query alone
        /// keeps the catalog's other parameters.
        case next

        /// The number of suppliers on all pages: a path. An empty place does not compare it.
        case total

        /// A field: a path in a record, a text in quotation marks, or a text with paths in braces.
        case id, fullname, company, phone, email, created, avatar

        /// The address of a supplier's details, relative to the catalog: a text with paths in braces, whose values are
        /// percent-encoded, or a path to an address of the catalog's own origin. An empty place means no details.
        case detail

        /// The record in a response with details: a path. Without it the response is the record.
        case detailRecord = "detail-record"

        /// The field that the part is.
        var field: Supplier.Field? { self == .created ? .createdAt : Supplier.Field(rawValue: rawValue) }
    }

    /// The places, as they were given.
    public let places: [Part: String]

    let records: FieldPath?
    let total: FieldPath?

    /// The path to the next page's URL, and what is taken of that.
    let next: FieldPath?
    let nextTransforms: [FieldTemplate.Transform]

    /// The next page's URL, if it is made of several pieces.
    let nextTemplate: NextTemplate?

    /// The next page has no place, and is looked for under our own names.
    var findsNextPage: Bool { places[.next] == nil }

    /// No next page is followed, nor missed.
    var readsOnePage: Bool { places[.next]?.isEmpty == true }

    /// The number of suppliers is not compared with those that were read.
    var countsNone: Bool { places[.total]?.isEmpty == true }

    /// The place of suppliers' details; `nil` if there are none.
    package let details: Details?

    /// The map of the records' fields, which knows the paths of ``details`` and of the next page too.
    private(set) var fieldMap: FieldMap

    /// A field has a place.
    package var hasMap: Bool { !fieldMap.isOwn }

    /// Creates a shape.
    ///
    /// A path is names and indexes (from 0) separated by dots; a backslash quotes the next character. In a text
    /// `{path}` inserts a value, `{path|lower}` and `{path|sha256}` transform it without the blanks around it, and `{{`
    /// is a brace; blanks are collapsed. In a URL values are percent-encoded, but for the path and query of another one
    /// (`{path|relative}`), and an avatar with an empty value is none. A text in quotation marks is taken as it is.
    ///
    /// - Throws: ``ParseError`` for a place that is neither a path nor a text.
    public init(_ places: [Part: String] = [:]) throws(ParseError) {
        self.places = places
        (records, total) = (try Self.path(of: .records, in: places), try Self.path(of: .total, in: places))
        (next, nextTransforms, nextTemplate) = try Self.nextPage(in: places)
        details = try Self.details(in: places)
        var templates: [Supplier.Field: FieldTemplate] = [:]
        for part in Part.allCases {
            guard let field = part.field, let text = places[part] else { continue }
            var parser = PlaceParser(text, part)
            templates[field] = try parser.template()
        }
        let others = (details?.template.otherPaths ?? []) + (nextTemplate?.lastValues.map { FieldPath($0.steps) } ?? [])
        fieldMap = FieldMap(templates, andPaths: others)
    }

    /// The same shape, in whose records a full name may be empty or absent.
    package var allowingNoName: CatalogShape {
        var shape = self
        shape.fieldMap.allowsNoName = true
        return shape
    }

    /// The path at the place of a part; `nil` if it has none.
    static func path(of part: Part, in places: [Part: String]) throws(ParseError) -> FieldPath? {
        guard let text = places[part], part == .records || !text.isEmpty else { return nil }
        var parser = PlaceParser(text, part)
        return try parser.path()
    }

    /// The shape of catalogs in our own names.
    static let plain = CatalogShape(records: nil)

    /// The same, with none of them required: an id of no pieces makes it a map.
    static let lenient = CatalogShape(records: nil, map: FieldMap([.id: FieldTemplate(pieces: [])]))

    /// Creates a shape with no place but that of the records.
    init(records: FieldPath?, map: FieldMap = .own) {
        (self.records, fieldMap) = (records, map)
        (places, total, next, nextTransforms, nextTemplate, details) = ([:], nil, nil, [], nil, nil)
    }

    /// Checks the names of a table's columns.
    ///
    /// - Throws: ``CatalogSyntaxError/noField(_:place:names:)`` if one that is required is missing.
    func checkColumns(_ names: [String]) throws(CatalogSyntaxError) {
        for (part, field) in [(Part.id, fieldMap.id), (.fullname, fieldMap.fullname)] {
            guard field.isBare, part == .id || !fieldMap.allowsNoName && fieldMap.given & field.bits != 0,
                let steps = field.pieces[0].value?.steps, steps.count == 1, !names.contains(steps[0])
            else { continue }
            throw .noField(part, place: field.name, names: names)
        }
    }

    /// A hash of the places in a catalog that is the same in every process; 0 if there are none. Those of details
    /// change neither what is read, nor where.
    var identity: UInt64 {
        let parts = Part.allCases.filter { $0 != .detail && $0 != .detailRecord }
        let lines = parts.compactMap { part in places[part].map { "\(part.rawValue)=\($0)\n" } }
        return lines.isEmpty ? 0 : XXH64.hash(of: lines.joined().utf8.span)
    }
}

extension CatalogShape: Redacted {
    /// The places, URLs without user, password and the values of their queries.
    public var description: String {
        Part.allCases.compactMap { part in places[part].map { "\(part.rawValue) = \($0.asShownURL)" } }
            .joined(separator: ", ")
    }
}

extension CatalogShape {
    /// A place that is neither a path nor a text.
    public struct ParseError: Redacted, LocalizedError, Sendable, Hashable {
        /// The part of the catalog.
        public let part: Part

        /// Its place, as it was given.
        public let place: String

        /// A clause about the place, without a full stop.
        public let reason: String

        /// One sentence without a full stop.
        public var description: String { "the place of '\(part.rawValue)', '\(place.asShownURL)', \(reason)" }
    }
}

extension CatalogShape {
    /// Parses the places of a ``CatalogShape``.
    package struct PlaceParser {
        private let part: CatalogShape.Part
        private let place: String
        private var rest: Substring

        package init(_ place: String, _ part: CatalogShape.Part) {
            (self.part, self.place) = (part, place)
            // A blank at the end may be quoted.
            rest = (place.trimmed + (place.trimmed.hasSuffix("\\") && place.last == " " ? " " : ""))[...]
        }

        private func error(_ reason: String) -> CatalogShape.ParseError {
            CatalogShape.ParseError(part: part, place: place, reason: reason)
        }

        /// Parses all of the text as a path.
        mutating func path() throws(CatalogShape.ParseError) -> FieldPath {
            try path(upTo: [])
        }

        /// Parses a path, a text in quotation marks, or a text with paths in braces.
        package mutating func template() throws(CatalogShape.ParseError) -> FieldTemplate {
            if rest.hasPrefix("\"") {
                guard rest.count > 1, rest.hasSuffix("\"") else { throw error("has no closing quotation mark") }
                return FieldTemplate(pieces: [.init(text: Array(rest.dropFirst().dropLast().utf8))])
            }
            guard hasBrace else { return FieldTemplate(pieces: [.init(value: try path())], isBare: true) }
            var (pieces, text): ([FieldTemplate.Piece], String) = ([], "")
            while let next = rest.popFirst() {
                if next == "{" || next == "}", rest.first == next {
                    text.append(rest.removeFirst())
                } else if next == "{" {
                    if !text.isEmpty { pieces.append(.init(text: Array(text.utf8))) }
                    text = ""
                    pieces.append(try value())
                } else if next == "}" {
                    throw error("has a '}' without a '{' before it")
                } else {
                    text.append(next)
                }
            }
            if !text.isEmpty { pieces.append(.init(text: Array(text.utf8))) }
            let start = pieces.first?.text ?? []
            let isURL = part == .avatar && ["http://", "https://", "data:"].contains { start.starts(with: $0.utf8) }
            return FieldTemplate(pieces: pieces, isURL: isURL)
        }

        /// The text has a brace that no backslash quotes.
        private var hasBrace: Bool {
            var isQuoted = false
            for character in rest {
                if character == "{", !isQuoted { return true }
                isQuoted = character == "\\" && !isQuoted
            }
            return false
        }

        /// Parses a path and its transforms, up to the closing brace.
        private mutating func value() throws(CatalogShape.ParseError) -> FieldTemplate.Piece {
            let path = try path(upTo: ["|", "}"])
            var transforms: [FieldTemplate.Transform] = []
            while rest.first == "|" {
                let name = rest.dropFirst().prefix { $0 != "|" && $0 != "}" }
                guard let transform = FieldTemplate.Transform(rawValue: name.trimmed) else {
                    let known = "there are lower, sha256 and relative"
                    throw error("has an unknown transform '\(name.trimmed)': \(known)")
                }
                transforms.append(transform)
                rest = rest[name.endIndex...]
            }
            guard rest.popFirst() == "}" else { throw error("has a '{' without a '}' after it") }
            return .init(value: path, transforms: transforms)
        }

        /// Parses a path up to one of some characters, or to the end.
        private mutating func path(upTo ends: Set<Character>) throws(CatalogShape.ParseError) -> FieldPath {
            let start = rest
            var (steps, step, isQuoted): ([String], String, Bool) = ([], "", false)
            func named(_ step: String) -> String { step == "*" && !isQuoted ? FieldPath.everyMember : step }
            while let next = rest.first, !ends.contains(next) {
                rest.removeFirst()
                if next == "." {
                    steps.append(named(step))
                    (step, isQuoted) = ("", false)
                } else if next == "\\" {
                    guard let quoted = rest.popFirst() else { throw error("ends with a backslash that quotes nothing") }
                    // Stands for a blank that must not be trimmed.
                    step.append(quoted == " " ? "\u{1}" : quoted)
                    isQuoted = true
                } else if next == "{", !ends.isEmpty {
                    throw error("has a '{' without a '}' after it")
                } else {
                    step.append(next)
                }
            }
            steps.append(named(ends.isEmpty ? step : step.trimmed))
            if steps.count > 1, steps[0].isEmpty { steps.removeFirst() }
            if let first = steps.first, !ends.isEmpty { steps[0] = first.trimmed }
            guard steps.allSatisfy({ !$0.isEmpty }) else {
                throw error(start.isEmpty ? "is empty" : "has an empty name in its path")
            }
            steps = steps.map { $0.replacing("\u{1}", with: " ") }
            return FieldPath(steps: steps, text: String(start[..<rest.startIndex]).trimmed)
        }
    }
}
