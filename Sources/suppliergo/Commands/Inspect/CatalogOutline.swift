import SupplierGoKit

/// The parts of a catalog of any shape, as far as its first records show them: an array of records, their fields with
/// examples, and the values beside the array.
struct CatalogOutline: Sendable {
    /// The values at one path.
    struct Field: Sendable {
        /// The path, as a ``CatalogShape`` takes it.
        let path: String

        /// The names in the path; positions in arrays are left out.
        let names: [String]

        /// The first values that are not empty, at most three.
        fileprivate(set) var examples: [String] = []

        /// The number of records with a value that is not empty.
        fileprivate(set) var count = 0
    }

    /// The path of the array; `nil` if the document itself is the array, a record, or has records on lines or in rows.
    let records: String?

    /// True if the document is in CSV.
    let isCSV: Bool

    /// The number of records that were looked at.
    private(set) var recordCount = 0

    /// The records' fields, in the order in which they come.
    private(set) var fields: [Field] = []

    /// The members beside the array and around it, and the header fields that name pages.
    private var envelope = CatalogEnvelope()

    /// The number of records, looked at or not.
    private var elementCount = 0

    /// The path of the next page's URL; `nil` if no member has one.
    var nextPage: String? { envelope.signs[.link]?.path }

    /// The path of a number that is larger than that of the records; `nil` if no number is.
    var total: String? {
        let counts = [envelope.signs[.total], envelope.signs[.count]].compactMap(\.self)
        return counts.first { $0.number > elementCount && !$0.isField }?.path
    }

    /// True if something says that there are more pages.
    var hasMore: Bool { total != nil || envelope.signs.sign(after: 1, recordCount: elementCount) != nil }

    /// True if a next page is followed without a place.
    var hasNextPage: Bool { if case .page = envelope.next { true } else { false } }

    /// The place of the next page by a member that certainly asks for it; `nil` if there is none.
    var cursor: String? { hasNextPage || !hasMore ? nil : envelope.signs[.cursor]?.place }

    /// The texts for the place of a next page that may be the right ones, surest first.
    ///
    /// - Parameter id: the path of the records' id, if one is known.
    func possibleNextPages(_ id: String?) -> [String] {
        guard hasMore, !hasNextPage else { return [] }
        if let cursor = envelope.signs.cursor { return [cursor.place] }
        return PageNames.countedPages + PageNames.places(afterLast: envelope.signs[.flag] == nil ? nil : id)
    }

    /// The places in ``fields`` by their paths.
    private var places: [String: Int] = [:]

    /// The number of records that are looked at, the depth of their fields, and the number of fields.
    private static let (recordLimit, depthLimit, fieldLimit) = (1000, 6, 500)

    /// The outlines of a catalog: one for each array of objects that could have the records, and one for the document
    /// itself.
    static func candidates(of beginning: CatalogBeginning) -> [CatalogOutline] {
        var whole = CatalogOutline(records: nil, isCSV: beginning.isCSV)
        guard let document = beginning.documents.first else { return beginning.isCSV ? [whole] : [] }
        whole.envelope = beginning.envelope(around: [], in: document)
        let isLines = beginning.documents.count > 1 || beginning.isCSV
        for record in isLines ? beginning.documents.map(\.root) : document.root.elements { whole.add(record) }
        guard !isLines, document.root.isObject else { return [whole] }
        whole.add(document.root)
        return arrays(in: document.root).map { steps, array in
            var outline = CatalogOutline(records: FieldPath(steps).text, isCSV: false)
            for element in array.elements { outline.add(element) }
            outline.envelope = beginning.envelope(around: steps, in: document)
            return outline
        } + [whole]
    }

    /// The arrays of objects in an object and in its objects, with their paths.
    private static func arrays(
        in object: JSONValue, at steps: [String] = []
    ) -> [(steps: [String], array: JSONValue)] {
        object.named.flatMap { name, value in
            if value.isObject, steps.count < 4 { return arrays(in: value, at: steps + [name]) }
            return value.elements.first?.isObject == true ? [(steps + [name], value)] : []
        }
    }

    private mutating func add(_ record: JSONValue) {
        elementCount += 1
        guard recordCount < Self.recordLimit, record.isObject else { return }
        recordCount += 1
        add(record, at: [], names: [])
    }

    private mutating func add(_ value: JSONValue, at steps: [String], names: [String]) {
        guard value.isObject || value.isArray else { return addValue(value.text ?? "", at: steps, names) }
        guard steps.count < Self.depthLimit else { return }
        for (name, value) in value.named { add(value, at: steps + [name], names: names + [name]) }
        if let first = value.elements.first { add(first, at: steps + ["0"], names: names) }
    }

    private mutating func addValue(_ text: String, at steps: [String], _ names: [String]) {
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

extension JSONValue {
    /// The members whose names a path can have.
    fileprivate var named: [(name: String, value: JSONValue)] {
        members.filter { !$0.name.isEmpty && !$0.name.contains("\u{fffd}") }
    }
}
