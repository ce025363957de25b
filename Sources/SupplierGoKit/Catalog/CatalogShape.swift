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

    /// The paths in a response to what asks for the next page.
    var nextPaths: [FieldPath] { next.map { [$0] } ?? nextTemplate?.cursors ?? [] }

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
    /// is a brace; blanks are collapsed. Values in an avatar's URL are percent-encoded if it begins with text, but for
    /// the path and query of another one (`{path|relative}`). An avatar of a text with an empty value is none. A text
    /// in quotation marks is taken as it is.
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
            var parser = FieldTemplate.Parser(text, part)
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

    /// The same shape for a catalog that is a file: an avatar without a scheme is a path, taken as it comes out.
    var ofFile: CatalogShape {
        var shape = self
        shape.fieldMap.takeAvatarsForPaths()
        return shape
    }

    /// The path at the place of a part; `nil` if it has none.
    static func path(of part: Part, in places: [Part: String]) throws(ParseError) -> FieldPath? {
        guard let text = places[part], part == .records || !text.isEmpty else { return nil }
        var parser = FieldTemplate.Parser(text, part)
        return try parser.path()
    }

    /// The shape of catalogs in our own names.
    static let plain = CatalogShape(records: nil)

    /// Creates a shape with no place but that of the records.
    init(records: FieldPath?) {
        (self.records, fieldMap) = (records, .own)
        (places, total, next, nextTransforms, nextTemplate, details) = ([:], nil, nil, [], nil, nil)
    }

    /// Checks the names of a table's columns.
    ///
    /// - Throws: ``CatalogSyntaxError/noField(_:place:names:)`` if one that is required is missing.
    func checkColumns(_ names: [String]) throws(CatalogSyntaxError) {
        for place in [FieldMap.Place.id, .fullname] {
            let field = fieldMap.fields[place]
            let isGiven = fieldMap.given & field.bits != 0
            guard let name = field.memberName, !names.contains(name), place == .id || !fieldMap.allowsNoName && isGiven,
                !isGiven || !names.contains(where: { FieldPath([name]).isLike($0, unlessIn: fieldMap.paths) })
            else { continue }
            throw .noField(place.part, place: field.name, names: names)
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
    /// A next page's URL with values in it: the number of the page, that of the records read so far, values of the
    /// response before, and values of the last record in that.
    struct NextTemplate: Sendable, Hashable {
        private let template: FieldTemplate

        /// The paths in the response, and those in its last record.
        let cursors: [FieldPath]
        let lastValues: [FieldPath]

        /// A number goes on with each page, whatever the response says.
        let isCounted: Bool

        init(_ template: FieldTemplate) {
            self.template = template
            let paths = template.pieces.compactMap(\.value)
            isCounted = paths.contains { Self.counts.contains($0.text) }
            lastValues = paths.compactMap(Self.pathInLastRecord)
            cursors = paths.filter { !Self.counts.contains($0.text) && Self.pathInLastRecord($0) == nil }
        }

        /// A value of the response is in it.
        var hasCursor: Bool { !cursors.isEmpty || !lastValues.isEmpty }

        /// The names of numbers; a dot before one means the response's member.
        private static let counts: Set<String> = ["page", "offset"]

        private static func pathInLastRecord(_ path: FieldPath) -> FieldPath? {
            guard path.text.hasPrefix("last."), path.steps.count > 1 else { return nil }
            return FieldPath(steps: Array(path.steps.dropFirst()), text: path.text)
        }

        /// The numbers that a query has under the parameters of the template's own.
        func numbers(in query: String) -> (page: Int?, offset: Int?) {
            func number(of count: String) -> Int? {
                guard let index = template.pieces.firstIndex(where: { $0.value?.text == count }), index > 0 else {
                    return nil
                }
                let before = String(decoding: template.pieces[index - 1].text, as: UTF8.self)
                let own = before.split { "?&".contains($0) }.last ?? ""
                let start = own.drop { $0 != "=" }
                let value =
                    query.split(separator: "&").first { $0.parameterName == own.parameterName }?
                    .drop { $0 != "=" } ?? ""
                // Larger ones are no places in a list.
                guard value.hasPrefix(start), let number = Int(value.dropFirst(start.count)) else { return nil }
                return 0..<1 << 40 ~= number ? number : nil
            }
            return (number(of: "page"), number(of: "offset"))
        }

        /// The URL; `nil` if a value is empty.
        func url(page: Int, offset: Int, _ value: (FieldPath) -> String?) -> String? {
            template.text(isURL: true) { path in
                guard Self.counts.contains(path.text) else { return value(path) ?? "" }
                return String(path.text == "page" ? page : offset)
            }
        }
    }

    /// Reads the place of the next page: a path to its URL, or a template.
    static func nextPage(
        in places: [Part: String]
    ) throws(ParseError) -> (FieldPath?, [FieldTemplate.Transform], NextTemplate?) {
        guard let text = places[.next], !text.isEmpty else { return (nil, [], nil) }
        var parser = FieldTemplate.Parser(text, .next)
        let template = try parser.template()
        guard !template.isBare || !text.trimmed.hasPrefix("?") else {
            throw ParseError(part: .next, place: text, reason: "has no value in braces, as in '?page={page}'")
        }
        let next = NextTemplate(template)
        if template.pieces.count == 1, let path = template.pieces[0].value, template.isBare || next.cursors == [path] {
            return (path, template.pieces[0].transforms, nil)
        }
        return (nil, [], next)
    }
}

extension String {
    /// A reference to a page, with the parameters of the catalog's own query before its own if it is a query alone.
    func addingParameters(of query: String) -> String {
        guard hasPrefix("?") else { return self }
        let kept = "?\(query)".withoutParameters(named: Set(parameterNames))
        return kept.isEmpty ? self : "\(kept)&\(dropFirst())"
    }
}
