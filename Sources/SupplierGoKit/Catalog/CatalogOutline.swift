/// The parts of a catalog of any shape, as far as its first records show them: an array of records, their fields with
/// examples, and the values beside the array.
package struct CatalogOutline: Sendable {
    /// The values at one path.
    package struct Field: Sendable {
        /// The path, as a ``CatalogShape`` takes it.
        package let path: String

        /// The names in the path; positions in arrays are left out.
        package let names: [String]

        /// The first values that are not empty, at most three.
        package fileprivate(set) var examples: [String] = []

        /// The number of records with a value that is not empty.
        package fileprivate(set) var count = 0
    }

    /// The path of the array; `nil` if the document itself is the array, a record, or has records on lines or in rows.
    package let records: String?

    /// The document is in CSV.
    package let isCSV: Bool

    /// The number of records that were looked at.
    package private(set) var recordCount = 0

    /// The records' fields, in the order in which they come.
    package private(set) var fields: [Field] = []

    /// The members beside the array and around it, and what header fields say.
    var envelope = CatalogEnvelope()

    /// The number of records, looked at or not.
    private var elementCount = 0

    /// The path of the next page's URL; `nil` if no member has one.
    package var nextPage: String? { envelope.signs[.link]?.path }

    /// The path of a number that is larger than that of the records; `nil` if there is none.
    package var total: String? {
        let counts = [envelope.signs[.total], envelope.signs[.count]].compactMap(\.self)
        return counts.first { $0.number > elementCount && !$0.isField }?.path
    }

    /// Something says that there are more pages.
    package var hasMore: Bool { total != nil || envelope.signs.sign(after: 1, recordCount: elementCount) != nil }

    /// A next page is followed without a place.
    package var hasNextPage: Bool { if case .page = envelope.next { true } else { false } }

    /// The texts for the place of a next page that no member names, surest first.
    ///
    /// - Parameter id: the path of the records' id, if one is known.
    package func possibleNextPages(_ id: String?) -> (places: [String], cursors: [String]) {
        guard hasMore, !hasNextPage else { return ([], []) }
        if let cursor = envelope.signs.cursor {
            // Without a dot before it `{offset}` is the number of records.
            return ([], ["?\(cursor.parameter)={\(cursor.path == "offset" ? "." : "")\(cursor.path)}"])
        }
        let lastID = envelope.signs[.flag] == nil ? nil : id.map { "?starting_after={last.\($0)}" }
        return (CatalogShape.countedPages, lastID.map { [$0] } ?? [])
    }

    /// The places in ``fields`` by their paths.
    private var places: [String: Int] = [:]

    /// The number of records that are looked at, the depth of their fields, and the number of fields.
    private static let (recordLimit, depthLimit, fieldLimit) = (1000, 6, 500)

    /// The outlines of a document: one for each array of objects that could have the records, and one for the
    /// document itself.
    ///
    /// - Parameters:
    ///   - bytes: the document's beginning.
    ///   - isWhole: whether there are no more bytes.
    package static func candidates(of bytes: [UInt8], isWhole: Bool) throws(CatalogSyntaxError) -> [CatalogOutline] {
        let (documents, isCSV) = try JSONDocument.values(of: bytes, isWhole: isWhole)
        var whole = CatalogOutline(records: nil, isCSV: isCSV)
        guard let document = documents.first else { return isCSV ? [whole] : [] }
        if documents.count > 1 || isCSV {
            for document in documents { whole.add(0, of: document) }
            return [whole]
        }
        guard document.tokens[0].isOf(.object) else {
            for element in document.elements(of: 0) { whole.add(element, of: document) }
            return [whole]
        }
        whole.add(0, of: document)
        return document.arrays(in: 0).map { steps, array in
            var outline = CatalogOutline(records: FieldPath(steps).text, isCSV: false)
            for element in document.elements(of: array) { outline.add(element, of: document) }
            outline.envelope = document.envelope(of: FieldPath(steps), in: 0)
            return outline
        } + [whole]
    }

    private mutating func add(_ record: Int, of document: JSONDocument) {
        elementCount += 1
        guard recordCount < Self.recordLimit, document.tokens[record].isOf(.object) else { return }
        recordCount += 1
        add(record, at: [], names: [], of: document)
    }

    private mutating func add(_ value: Int, at steps: [String], names: [String], of document: JSONDocument) {
        switch document.tokens[value].kind {
        case .object where steps.count < Self.depthLimit:
            document.forEachChild(of: value) { child in
                guard let name = document.text(at: child), !name.isEmpty else { return }
                add(child + 1, at: steps + [name], names: names + [name], of: document)
            }
        case .array where steps.count < Self.depthLimit:
            guard let first = document.elements(of: value).first else { return }
            add(first, at: steps + ["0"], names: names, of: document)
        case .object, .array: return
        case .string, .number: note(document.repairedText(at: value), at: steps, names)
        case .true: note("true", at: steps, names)
        case .false: note("false", at: steps, names)
        case .null, .absent: note("", at: steps, names)
        }
    }

    private mutating func note(_ text: String, at steps: [String], _ names: [String]) {
        let path = FieldPath(steps).text
        if places[path] == nil {
            guard fields.count < Self.fieldLimit else { return }
            places[path] = fields.count
            fields.append(Field(path: path, names: names))
        }
        guard let place = places[path], !text.isEmpty else { return }
        fields[place].count += 1
        if fields[place].examples.count < 3, !fields[place].examples.contains(text) {
            fields[place].examples.append(text)
        }
    }
}

extension JSONDocument {
    /// The members beside the array at a path and around it.
    fileprivate func envelope(of records: FieldPath, in document: Int) -> CatalogEnvelope {
        let shape = CatalogShape(records: records)
        var (envelope, container) = (CatalogEnvelope(), document)
        for (level, step) in records.steps.enumerated() {
            var inner: Int?
            forEachChild(of: container) { name in
                guard let text = text(at: name) else { return }
                if text == step {
                    inner = name + 1
                } else {
                    envelope.read(text, under: records.steps.prefix(level), name + 1, of: self, shape)
                }
            }
            guard let inner else { break }
            container = inner
        }
        return envelope
    }

    /// The first tokens of an array's elements.
    fileprivate func elements(of array: Int) -> [Int] {
        tokens[array].isOf(.array) ? children(of: array) : []
    }

    /// The arrays of objects in an object and in its objects, with their paths.
    fileprivate func arrays(in object: Int, at steps: [String] = []) -> [(steps: [String], array: Int)] {
        var arrays: [(steps: [String], array: Int)] = []
        forEachChild(of: object) { child in
            guard let name = text(at: child), !name.isEmpty else { return }
            if tokens[child + 1].isOf(.object), steps.count < 4 {
                arrays += self.arrays(in: child + 1, at: steps + [name])
            } else if let first = elements(of: child + 1).first, tokens[first].isOf(.object) {
                arrays.append((steps + [name], child + 1))
            }
        }
        return arrays
    }
}
