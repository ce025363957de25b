import SupplierGoKit

extension Options {
    static let field = Option<String?>(
        .show, "field", .text("path"), isSetting: false,
        """
        Print one field alone, such as email, address.city or custodians.name. An array of objects is a table, and \
        other arrays have a line for each value.
        """)

    static let fieldColumns = Option<[String]?>(
        .show, "columns", .paths("name,…"), shown: "all that fit", isSetting: false,
        "The members to print of each object in --field, in this order.")
}

extension ShowCommand {
    /// Prints a field of a supplier, once its details are there.
    ///
    /// - Returns: true in JSON if the supplier's details failed.
    /// - Throws: ``Failure`` if it has no such field, or only null.
    func printField(_ path: String, of supplier: Supplier, in session: Session) async throws -> Bool {
        let details = try await session.details(of: supplier)
        let supplier = details.supplier
        guard let value = try await value(at: path, of: supplier, in: session) else {
            if let sentence = details.sentence {
                throw Failure(.unavailable, "the supplier '\(supplier.id)' has no field '\(path)'; \(sentence)")
            }
            let own = ListColumn.allCases.map(\.rawValue) + Supplier.Field.allCases.map(\.rawValue)
            let names = own + supplier.otherFields.paths
            let advice = names.contains(path) ? "" : NearestWord.clause(on: path, among: names)
            throw Failure(.noMatch, "the supplier '\(supplier.id)' has no field '\(path)'" + advice)
        }
        let console = session.console
        if let sentence = details.sentence { console.warn(sentence) }
        try console.print(text(of: value, at: path, on: console))
        let elements = value.isArray ? value.elements : [value]
        for column in columns ?? [] where elements.allSatisfy({ $0.columnValue(column) == nil }) && !elements.isEmpty {
            let names = elements.prefix(100).flatMap { $0.members.map(\.name) }
            console.warn("nothing in '\(path)' has '\(column)'" + NearestWord.clause(on: column, among: names))
        }
        return details.areMissing && (format == .json || format == .ndjson)
    }

    /// The value at a path; `nil` if there is none, or null. A name of our own means a supplier's own field.
    private func value(at path: String, of supplier: Supplier, in session: Session) async throws -> JSONValue? {
        let column = ListColumn.named(path)
        guard let column, column.otherPath == nil else {
            guard let value = supplier.otherFields[path], !value.isNull else { return nil }
            return value.isGathered && value.isEmpty ? nil : value
        }
        let (resolver, shape) = (EndpointResolver(against: session.loader.location), session.loader.configuration.shape)
        // Records as strict as ours have each field; others, or details, may not.
        let mayBeAbsent = shape.hasMap || shape.details != nil
        let text =
            switch column {
            case .file: try await session.target(of: supplier, for: .avatar).text
            case .avatar: supplier.avatar.map(resolver.absoluteEndpoint)
            case .created: supplier.createdAt?.description
            default: column.shownField.map { supplier[$0] }.flatMap { $0.isEmpty && mayBeAbsent ? nil : $0 }
            }
        return text.flatMap { JSONDocument(Array($0.quotedForJSON.utf8))?.root }
    }

    /// The value, whole: by itself, a line for each of several, or a row for each object of an array. Each line has its
    /// end; an empty array is nothing, but in JSON.
    private func text(of value: JSONValue, at path: String, on console: Console) -> String {
        let (style, traits) = (console.outputStyle, console.outputTraits)
        let elements = value.isArray ? value.elements : [value]
        if format == .json || format == .ndjson {
            return json(of: elements, inArray: value.isArray, isForTerminal: traits.isTerminal)
        }
        if elements.isEmpty { return "" }
        let isTable = columns != nil || elements.allSatisfy(\.isObject)
        let table = ElementTable(elements: elements, steps: [])
        let paths = columns?.map { [$0] } ?? (isTable ? table.columns(ofFirst: .max) : [[path]])
        let rows = elements.indices.map { index in
            columns.map { $0.map(elements[index].columnValue) }
                ?? (isTable ? table.row(index, paths) : [elements[index]])
        }
        guard format == .card else {
            let names = paths.map { $0.joined(separator: ".") }
            let writer = RowWriter(names: names, format: format, isForTerminal: traits.isTerminal)
            return writer.text(of: rows.map { $0.map { $0?.cellText } })
        }
        let width = width ?? (traits.isTerminal ? traits.width : nil)
        let lines: [StyledText]
        if columns == nil, value.isObject {
            let runs = MemberLines(width: width, rowLimit: .max, style: style).runs(of: CardMember.all(of: value))
            lines = runs.flatMap { (0..<$0.count).map($0.line) }
        } else if isTable {
            let layout = CellColumns(paths, rows: rows, width: width)
            let heading = paths == [[]] ? [] : [layout.heading(style: style)]
            lines = heading + rows.map { layout.line($0, style: style) }
        } else {
            lines = elements.map { StyledText($0.cellText.visibleText, width: width ?? .max, style: style) }
        }
        return lines.map { "\($0)\n" }.joined()
    }

    private func json(of elements: [JSONValue], inArray isArray: Bool, isForTerminal: Bool) -> String {
        func line(_ values: [some JSONWritable]) -> String {
            isArray ? values.jsonLine(isForTerminal: isForTerminal) : values[0].jsonLine(isForTerminal: isForTerminal)
        }
        guard let columns else { return line(elements) }
        return line(elements.map { JSONMembers(columns, columns.map($0.columnValue)) })
    }
}

extension JSONValue {
    /// The value at a path among the members of an object, all of which are its own.
    fileprivate func columnValue(_ path: String) -> JSONValue? {
        member(path) ?? value(at: Supplier.OtherFields.steps(of: path))
    }
}
