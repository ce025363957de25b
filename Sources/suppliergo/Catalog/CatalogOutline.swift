import SupplierGoKit

/// The parts of a catalog of any shape, as far as its first records show them: an array of records, their fields with
/// examples, and the values beside the array.
struct CatalogOutline: Sendable {
    /// The values at one path.
    struct Field: Sendable {
        /// The path, as a ``CatalogShape`` takes it.
        let path: String

        /// The names in the path as they are compared (`PageNames.key`).
        let key: String

        /// The first values that are not empty, at most three.
        fileprivate(set) var examples: [String] = []

        /// The number of records with a value that is not empty.
        fileprivate(set) var count = 0

        /// The number of these values of each kind, and the values.
        private var kinds: [ValueKind: Int] = [:]
        private var distinct: Set<String> = []

        /// The number of values that are not the same as another.
        var distinctCount: Int { distinct.count }

        fileprivate init(path: String, names: [String]) {
            (self.path, key) = (path, PageNames.key(of: names))
        }

        /// At least this part of the values, in percent, is of a kind, as far as the first ones tell.
        func has(_ kind: ValueKind, in percent: Int) -> Bool {
            count > 0 && kinds[kind, default: 0] * 100 >= min(count, sampleLimit) * percent
        }

        /// The path of the name that a record has in the object around it.
        static let ownName = "{*}"

        fileprivate mutating func add(_ text: String) {
            count += 1
            if distinct.insert(text).inserted, examples.count < 3 { examples.append(text) }
            guard count <= sampleLimit else { return }
            for kind in ValueKind.allCases where kind.holds(text) { kinds[kind, default: 0] += 1 }
        }
    }

    /// The path of the array; `nil` if the document itself is the array, a record, or has records on lines or in rows.
    let records: String?

    /// True if the document is in CSV.
    let isCSV: Bool

    /// True if the document itself is the only record, but has an empty array, which may be that of the records.
    private(set) var mayHoldRecords = false

    /// True if it is of one object, and not of an array.
    private(set) var isOneRecord = false

    /// True if a record has an id and a full name under our names.
    private(set) var hasOwnNames = false

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

    /// The next page's URL, as it was written; `nil` if none is followed without a place.
    var nextTarget: String? { if case .page(let target) = envelope.next { target } else { nil } }

    /// The place of the next page by a member that certainly asks for it; `nil` without one.
    var cursor: String? { nextTarget != nil || !hasMore ? nil : envelope.signs[.cursor]?.place }

    /// The texts for the place of a next page that may be the right ones, surest first.
    ///
    /// - Parameter id: the path of the records' id, if one is known.
    func possibleNextPages(_ id: String?) -> [String] {
        guard hasMore, nextTarget == nil else { return [] }
        if let cursor = envelope.signs.cursor { return [cursor.place] }
        return PageNames.countedPages + PageNames.places(afterLast: envelope.signs[.flag] == nil ? nil : id)
    }

    /// The places in ``fields`` by their paths.
    private var places: [String: Int] = [:]

    /// The number of records that are looked at, here and by ``GuessingBatches``, the depth of their fields, the number
    /// of fields, and that of their values whose kinds are told.
    static let (recordLimit, depthLimit, fieldLimit, sampleLimit) = (1000, 6, 500, 50)

    /// The outlines of a catalog: one for each array of objects that could have the records, and one for the document
    /// itself.
    static func candidates(of beginning: CatalogBeginning) -> [CatalogOutline] {
        var whole = CatalogOutline(records: nil, isCSV: beginning.isCSV)
        guard let document = beginning.documents.first else { return beginning.isCSV ? [whole] : [] }
        whole.envelope = beginning.envelope(around: [], in: document)
        let (roots, all) = (beginning.documents.map(\.root), Self.groups(in: document.root))
        // An array that describes others has no records, unless it stands alone.
        let others = all.filter { !FieldNames.describesOthers($0.steps.last ?? "") }
        let groups = (others.isEmpty ? all : others).filter { $0.group.mayHaveRecords }
        // Documents after one another are records on lines, unless they are arrays or have them.
        let hasText = document.root.members.contains { !$0.value.isContainer }
        let wraps = groups.contains { !hasText || PageNames.records.contains($0.steps.joined(separator: ".")) }
        let isLines = beginning.isCSV || roots.count > 1 && document.root.isObject && !wraps
        whole.add(beginning.whole(isLines ? roots : roots.flatMap(\.elements)))
        guard !isLines, document.root.isObject else { return [whole] }
        whole.add(document.root.record)
        whole.isOneRecord = true
        // An empty array of suppliers has no other in its place, but for those that are read without a map.
        let isEmptied =
            all.contains { steps, group in
                group.isEmpty && FieldNames.nameSuppliers(steps.last ?? "")
                    && steps.dropLast().allSatisfy(PageNames.records.contains)
            } && !groups.contains { $0.steps.count == 1 && PageNames.records.contains($0.steps[0]) }
        whole.mayHoldRecords = isEmptied || document.root.members.contains { $0.value.isArray && $0.value.isEmpty }
        return (isEmptied ? [] : groups).map { steps, group in
            let (path, hasMembers) = (FieldPath(steps).text, group.hasRecordsAsMembers)
            var outline = CatalogOutline(records: hasMembers ? path.isEmpty ? "*" : path + ".*" : path, isCSV: false)
            outline.envelope = beginning.envelope(around: steps, in: document)
            outline.isOneRecord = group.isObject && !hasMembers
            for group in roots.compactMap({ $0.value(at: steps) }) {
                let members = hasMembers ? beginning.whole(group.named) : []
                for (name, value) in members { outline.add(value.record, calledBy: name) }
                if !hasMembers { outline.add(group.isArray ? beginning.whole(group.elements) : [group]) }
            }
            return outline
        } + [whole]
    }

    /// The arrays, and the objects whose members are the records, in an object and in its objects; a single record in
    /// place of an array, or beside its own.
    private static func groups(in object: JSONValue, at steps: [String] = []) -> [(steps: [String], group: JSONValue)] {
        let inner = object.named.flatMap { name, value in
            if value.isObject, steps.count < 4 {
                let inner = groups(in: value, at: steps + [name])
                let isAlone = !inner.contains { $0.group.mayHaveRecords }
                let isNamed = isAlone ? PageNames.records.contains(name) : FieldNames.nameSuppliers(name)
                return (steps.isEmpty && isNamed ? [([name], value)] : []) + inner
            }
            return value.isArray ? [(steps + [name], value)] : []
        }
        return object.hasRecordsAsMembers ? [(steps, object)] + inner : inner
    }

    /// Adds the records of an array, which are objects, or rows under the names in the first one.
    private mutating func add(_ elements: ArraySlice<JSONValue>) {
        guard let names = elements.first?.columnNames else { return elements.forEach { add($0.record) } }
        let firsts = names.indices.filter { !names[$0].isEmpty && names.firstIndex(of: names[$0]) == $0 }
        let columns = firsts.map { first in names.indices.filter { names[$0] == names[first] } }
        // Of columns with one name the first that is not empty counts.
        func members(of cells: [JSONValue]) -> [(name: String, value: JSONValue)] {
            columns.compactMap { places in
                let places = places.filter { $0 < cells.count }
                return (places.first { !cells[$0].isBlank } ?? places.first).map { (names[$0], cells[$0]) }
            }
        }
        for row in elements.dropFirst() { add(members(of: row.elements)) }
    }

    /// Counts an element, and adds the members of one that is a record.
    ///
    /// - Parameter ownName: its name, if it is a member of an object.
    private mutating func add(
        _ members: @autoclosure () -> [(name: String, value: JSONValue)]?, calledBy ownName: String? = nil
    ) {
        elementCount += 1
        guard recordCount < Self.recordLimit, let members = members() else { return }
        recordCount += 1
        func has(_ own: String) -> Bool { members.last { $0.name == own }?.value.text?.isEmpty == false }
        hasOwnNames = hasOwnNames || has("id") && has("fullname")
        for (name, value) in members { add(value, at: [name], names: [name]) }
        if let ownName { addValue(ownName, at: Field.ownName, []) }
    }

    private mutating func add(_ value: JSONValue, at steps: [String], names: [String]) {
        guard value.isContainer else {
            return addValue(value.text ?? "", at: FieldPath(steps).text, names)
        }
        guard steps.count < Self.depthLimit else { return }
        for (name, value) in value.named { add(value, at: steps + [name], names: names + [name]) }
        if let first = value.elements.first { add(first, at: steps + ["0"], names: names) }
    }

    private mutating func addValue(_ text: String, at path: String, _ names: [String]) {
        if places[path] == nil {
            guard fields.count < Self.fieldLimit else { return }
            places[path] = fields.count
            fields.append(Field(path: path, names: names))
        }
        guard let place = places[path], !text.isEmpty else { return }
        fields[place].add(text)
    }
}

extension CatalogBeginning {
    /// The records without the last one of a document that goes on, which may be cut.
    fileprivate func whole<Record>(_ records: [Record]) -> ArraySlice<Record> {
        isWhole || records.count < 2 ? records[...] : records.dropLast()
    }
}

extension JSONValue {
    /// The members whose names a path can have.
    fileprivate var named: [(name: String, value: JSONValue)] {
        members.filter { !$0.name.isEmpty && !$0.name.contains("\u{fffd}") }
    }

    /// It is an object, or an array of objects or rows.
    fileprivate var mayHaveRecords: Bool {
        isObject || elements.first.map { $0.isObject || $0.columnNames != nil } ?? false
    }

    /// The members, if it is a record.
    fileprivate var record: [(name: String, value: JSONValue)]? { isObject ? named : nil }

    /// Its members are objects that all have a member of the first one's names, as records under their ids do. The last
    /// one may be cut short, and null stands for a bad one.
    fileprivate var hasRecordsAsMembers: Bool {
        let records = named.map(\.value).filter { !$0.isEmpty }
        guard records.count > 1, let names = records.first?.named.map(\.name) else { return false }
        return records.prefix(max(2, records.count - 1)).allSatisfy { record in
            record.isObject && record.named.contains { names.contains($0.name) }
        }
    }
}
