/// A sign that a catalog has more than the page that was read.
package struct MoreSign: Sendable, Equatable {
    /// The kinds, the most helpful one first.
    package enum Kind: Sendable {
        /// The URL of a page, under a name that is not followed.
        case link

        /// A member that says so.
        case flag

        /// A text that asks for the next page in a query parameter.
        case cursor

        /// A number of pages, or of suppliers.
        case pageTotal, total

        /// A cursor that is no sign by itself.
        case companion

        /// A number of suppliers that is no sign, since it may be this page's.
        case count

        /// The number of this page, which is no sign either.
        case page
    }

    let kind: Kind

    /// The member's path from the document's top, or the header field's name.
    package let path: String

    /// A clause.
    let clause: String

    /// It is a header field.
    package var isField = false

    /// The number of pages or suppliers; 0 for other kinds.
    package var number = 0

    /// The query parameter that a cursor is sent in.
    package var parameter = ""

    /// The place of the next page that a cursor asks for. A dot before a path tells it from `{page}`, `{offset}` and
    /// `{last.…}`.
    package var place: String {
        let isOurs = ["page", "offset"].contains(path) || path.hasPrefix("last.")
        return "?\(parameter)={\(isOurs ? "." : "")\(path)}"
    }
}

/// The signs on one page that a catalog has more: members beside the array, or up to two levels under those, and header
/// fields (``PageNames``).
package struct MoreSigns: Sendable, Equatable {
    /// The first sign of each kind; of numbers the largest.
    private var signs: [MoreSign.Kind: MoreSign] = [:]

    /// The least depths of members that say that there are more pages, and that there are none.
    private var (moreDepth, noMoreDepth): (Int?, Int?)

    /// A member says that there are no more pages, which wins over all signs but a member nearer to the top that says
    /// the opposite.
    var sayNoMore: Bool { noMoreDepth.map { $0 <= moreDepth ?? $0 } ?? false }

    /// The sign of a kind.
    package subscript(kind: MoreSign.Kind) -> MoreSign? { signs[kind] }

    /// The surest cursor, for a page that is known to be followed by another one.
    package var cursor: MoreSign? { signs[.cursor] ?? signs[.companion] }

    /// The most helpful sign that there is more than was read.
    package func sign(after pageCount: Int, recordCount: Int) -> MoreSign? {
        guard !sayNoMore else { return nil }
        if let sign = signs[.link] ?? signs[.flag] ?? signs[.cursor] { return sign }
        if let sign = signs[.pageTotal], sign.number > max(pageCount, signs[.page]?.number ?? 0) { return sign }
        return signs[.total].flatMap { $0.number > recordCount ? $0 : nil }
    }

    private mutating func note(_ sign: MoreSign) {
        if let known = signs[sign.kind], known.number >= sign.number { return }
        signs[sign.kind] = sign
    }
}

extension MoreSigns {
    /// Reads a response's header fields.
    mutating func read(_ fields: HeaderFields) {
        for (name, kind, number) in PageNames.counts(in: fields) {
            let verb = ["Content-Range", "X-Pagination"].contains(name) ? "counts" : "is"
            let clause = "the header field \(name) \(verb) \(kind == .flag ? "not empty" : "\(number)")"
            note(MoreSign(kind: kind, path: name, clause: clause, isField: true, number: number))
        }
    }

    /// Reads a member beside the array, and up to two levels of objects under it.
    ///
    /// - Parameters:
    ///   - path: the way to it from the document's top.
    ///   - parent: the meaning of the object around it. Default none.
    mutating func read(
        _ value: JSONValue, at path: [String], under parent: PageNames.Meaning? = nil, levels: Int = 2
    ) {
        let meaning = PageNames.meaning(of: path)
        if let meaning { note(meaning, under: parent, value, at: FieldPath(path).text, depth: path.count) }
        guard levels > 0 else { return }
        // Nothing with a longer name is looked for, nor looked into.
        for (name, value) in value.members where name.utf8.count <= PageNames.lengthLimit {
            read(value, at: path + [name], under: meaning, levels: levels - 1)
        }
    }

    private mutating func note(
        _ meaning: PageNames.Meaning, under parent: PageNames.Meaning?, _ value: JSONValue, at path: String, depth: Int
    ) {
        guard let said = value.text?.withoutBlanksAround else { return }
        let (text, number) = (value.string == nil ? "" : said, value.integer)
        // A word says yes or no too, and 1 or 0 whether there are more pages.
        switch (said.lowercased(), meaning, number) {
        case ("true", _, _), (_, .more, 1?): return note(true, meaning, at: path, depth: depth)
        case ("false", _, _), (_, .more, 0?): return note(false, meaning, at: path, depth: depth)
        case (_, .page, nil): return
        default: break
        }
        guard let (kind, parameter) = Self.kind(of: text, number ?? 0, meaning, under: parent) else { return }
        let isNumber = parameter.isEmpty && (text.isEmpty || number != nil)
        let clause = kind == .link ? "is a URL" : isNumber ? "is \(number ?? 0)" : "is not empty"
        let isCounted = [.pageTotal, .total, .count, .page].contains(kind)
        note(
            MoreSign(
                kind: kind, path: path, clause: "'\(path)' \(clause)", number: isCounted ? number ?? 0 : 0,
                parameter: parameter))
    }

    private mutating func note(_ isTrue: Bool, _ meaning: PageNames.Meaning, at path: String, depth: Int) {
        switch (meaning, isTrue) {
        case (.more, true), (.last, false), (.pagesOrLast, false):
            moreDepth = min(depth, moreDepth ?? depth)
            note(MoreSign(kind: .flag, path: path, clause: "'\(path)' is \(isTrue)"))
        case (.more, false), (.last, true), (.pagesOrLast, true): noMoreDepth = min(depth, noMoreDepth ?? depth)
        default: break
        }
    }

    /// The kind of sign that a text or a number is, with the parameter of a cursor.
    private static func kind(
        of text: String, _ number: Int, _ meaning: PageNames.Meaning, under parent: PageNames.Meaning?
    ) -> (MoreSign.Kind, parameter: String)? {
        let isOfNextPage = parent == .next
        return switch meaning {
        case .next where PageNames.isURL(text), .target where PageNames.isURL(text) && isOfNextPage: (.link, "")
        // A relative reference is no cursor.
        case .next where text.contains("?"): (.flag, "")
        case .next where text.isEmpty && number > 0: (.flag, "")
        case .next where !text.isEmpty: (.cursor, "cursor")
        // A server that repeats its query has the offset of the first page.
        case .cursor("offset") where text == "0": nil
        case .cursor(let parameter) where !text.isEmpty: (.cursor, parameter)
        case .nextCursor(let parameter) where !text.isEmpty && isOfNextPage: (.cursor, parameter)
        case .companion(let parameter) where !text.isEmpty: (.companion, parameter)
        case .pagesOrLast where number > 0: (.pageTotal, "")
        case .total where number > 0: (.total, "")
        case .count where number > 0: (.count, "")
        // Under `next` and `last` it is that page's.
        case .page where parent == nil || parent == .page: (.page, "")
        default: nil
        }
    }
}
