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
                let name = before.split { "?&".contains($0) }.last ?? ""
                let parameter = query.split(separator: "&").first { $0.hasPrefix(name) }
                // Larger ones are no places in a list.
                return parameter.flatMap { Int($0.dropFirst(name.count)) }.flatMap { 0..<1 << 40 ~= $0 ? $0 : nil }
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
        var parser = PlaceParser(text, .next)
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
