/// The members beside a catalog's array that name its next page and count its suppliers.
package struct CatalogEnvelope: Sendable, Equatable {
    /// The next page that an envelope names.
    package enum Link: Sendable, Equatable {
        /// None: this page is the last one.
        case none

        /// A URL, absolute or relative to this page's. The empty one is this page (RFC 3986, section 4.4): the pages
        /// that a shape makes the URLs of come again.
        case page(String)

        /// A value that is not a URL, as a clause.
        case unusable(String)
    }

    /// Creates an envelope without members.
    package init() {}

    /// Sets the next page, whatever members name.
    mutating func follow(_ link: Link) { links = [0: link] }

    /// The form of the document that has more to be known: CSV, rows in JSON, or values with U+001E before them.
    enum Form { case usual, csv, rows, sequence }
    var form = Form.usual

    /// The number of lines before a table's heading that were skipped.
    var skippedLineCount = 0

    /// The values of the members, by the places of their paths.
    private var links: [Int: Link] = [:]
    private var totals: [Int: Int] = [:]

    /// The values that ask for the next page, by their paths as they were written.
    private(set) var cursors: [String: String] = [:]

    /// Those of these paths that lead to a member, perhaps to null, and the paths there are unless all do.
    private(set) var (foundPaths, paths): (Set<String>, [String]) = ([], [])

    /// The next page: the first member that names one, else the first that is unusable, unless a member says that there
    /// is none.
    package var next: Link {
        guard !signs.sayNoMore else { return .none }
        let named = links.keys.sorted().compactMap { links[$0] }.filter { $0 != .none }
        return named.first { if case .page = $0 { true } else { false } } ?? named.first ?? .none
    }

    /// The number of suppliers that the catalog says it has, on all its pages. Of several numbers the largest counts,
    /// since one of them may be this page's.
    var total: Int? { totals.values.max() }

    /// The first text by which the server says why there are no suppliers.
    var reason: String? { error ?? (isFailure ? message : nil) }

    /// The first text of an error, and the first other one, which is a reason if a member says that the request failed.
    private var (error, message): (String?, String?)
    private var isFailure = false
    var saysNoReason: Bool { error == nil && message == nil && !isFailure }

    /// The name of an array of objects after the array of records that could have been meant.
    var otherRecords: String?

    /// The signs that there are more pages than those that ``next`` leads to.
    package var signs = MoreSigns()

    /// Begins another document: the numbers of suppliers stay.
    mutating func beginDocument() { (links, signs) = ([:], MoreSigns()) }

    /// Reads a member beside the array, or around that.
    ///
    /// - Parameter outer: the way to the object that has it, from the document's top.
    mutating func read(_ name: String, under outer: ArraySlice<String>, _ value: JSONValue, _ shape: CatalogShape) {
        signs.read(value, at: outer + [name])
        for rest in Self.rests(of: shape.next, or: shape.findsNextPage ? PageNames.links : [], outer, name) {
            links[rest.place] = Self.target(of: rest.path, rest.steps, from: value, shape.nextTransforms)
        }
        for path in shape.nextPaths {
            for rest in Self.rests(of: path, or: [], outer, name) {
                let found = value.exactValue(at: rest.steps)
                if found != nil { foundPaths.insert(path.text) }
                cursors[path.text] = found?.cursor
            }
        }
        if foundPaths.count < shape.nextPaths.count, paths.count < 1000 {
            let path = FieldPath(outer + [name]).text
            paths += [path] + value.memberPaths.map { "\(path).\($0)" }
        }
        isFailure = isFailure || PageNames.isFailure(name, value)
        for rest in Self.rests(of: nil, or: PageNames.reasons, outer, name) {
            let text = value.exactValue(at: rest.steps)?.string ?? ""
            if PageNames.noErrors.contains(text.trimmed.lowercased()) { continue }
            if PageNames.errors.contains(rest.path) {
                error = error ?? CatalogSyntaxError.shown(text)
            } else {
                message = message ?? CatalogSyntaxError.shown(text)
            }
        }
        for rest in Self.rests(of: shape.total, or: shape.countsNone ? [] : PageNames.totals, outer, name) {
            totals[rest.place] = value.exactValue(at: rest.steps)?.integer
        }
    }

    /// The steps after a member of each path through it: of the shape's path, which begins at the document's top, or
    /// of ours.
    private static func rests(
        of given: FieldPath?, or own: [FieldPath], _ outer: ArraySlice<String>, _ name: String
    ) -> [(place: Int, path: FieldPath, steps: ArraySlice<String>)] {
        let start = (given == nil ? [] : outer) + [name]
        return (given.map { [$0] } ?? own).enumerated().compactMap { place, path in
            guard path.steps.starts(with: start) else { return nil }
            return (place, path, path.steps.dropFirst(start.count))
        }
    }

    /// The link at a path: a string, an object with `href` or `url` or the first of several, or in an array in place of
    /// an object with `next` the one with that relation (`rel`, in FHIR `relation`).
    private static func target(
        of path: FieldPath, _ steps: ArraySlice<String>, from start: JSONValue, _ transforms: [FieldTemplate.Transform]
    ) -> Link? {
        var (text, value) = (path.text, start.exactValue(at: steps))
        if value == nil, path.steps.last == "next", let links = start.exactValue(at: steps.dropLast()) {
            value = links.elements.first { ($0["rel"] ?? $0["relation"])?.isNextRelation == true }
        }
        for steps in [["href"], ["url"], ["0", "href"]] {
            guard let target = value?.exactValue(at: steps[...]) else { continue }
            (text, value) = ("\(text).\(steps.joined(separator: "."))", target)
        }
        return value.map { link(text, at: $0, transforms) }
    }

    private static func link(_ path: String, at value: JSONValue, _ transforms: [FieldTemplate.Transform]) -> Link {
        guard let said = value.text, said != "false" || value.string != nil else { return .none }
        let text = value.string?.withoutBlanksAround
        if text?.isEmpty == true { return .none }
        guard let text, PageNames.isURL(text) else {
            return .unusable("'\(path)' is \(value.description)")
        }
        // Parameters of a URI template that have no value (RFC 6570, section 3.2.8): `?page=1{&sort}`.
        return .page(transforms.reduce(text.replacing(/\{[?&][^}]*\}/, with: "")) { $1.applied(to: $0) })
    }
}

extension JSONValue {
    /// The relation is `next`, in whatever case (RFC 8288, section 2.1), or one of several.
    fileprivate var isNextRelation: Bool {
        (isArray ? elements : [self]).contains { $0.string?.lowercased() == "next" }
    }

    /// The value of a member that asks for the next page. Numbers that are not positive end a list.
    fileprivate var cursor: String? { string != nil || integer ?? 1 > 0 ? cursorText : nil }
}
