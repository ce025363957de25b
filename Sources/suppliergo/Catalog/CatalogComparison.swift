import SupplierGoKit

/// Compares a catalog with an earlier state of it, supplier by supplier and field by field.
///
/// Suppliers are told apart by their ids. Those that share an id are compared as the sets they are: equal ones cancel
/// each other out, and if one is left on either side, it has changed.
///
/// The earlier state comes first, and is kept as rows; then come the suppliers of the catalog, which are kept only if
/// the earlier state has no equal one. Two different records are taken for equal with a probability of 1 in 10^7 in a
/// million.
struct CatalogComparison: Sendable {
    private let oldResolver: EndpointResolver
    private let newResolver: EndpointResolver

    /// The user's own edits, which an export of the catalog has in it.
    private let edits: SupplierEdits

    /// The step in seconds by which dates of creation are compared; above 1 fractions are left out.
    var dateStep: Int64 = 1

    /// The fields that are compared, and those that the earlier state does not have.
    var fields: ComparedFields

    /// The suppliers of the earlier state, and the hash of the fields of each.
    private var former = SupplierTable()
    private var hashes: [Int] = []

    /// The suppliers of the earlier state that have not come again: their number by their hash.
    private var left: [Int: Int] = [:]

    /// The suppliers that only the catalog has, in its order.
    private var new: [Supplier] = []

    /// The ids of records that could not be read: their suppliers are neither added nor changed nor removed.
    private var skipped: Set<Supplier.ID> = []

    /// True if a supplier that the catalog does not have is known to be removed.
    private var reportsRemovals = true

    /// Creates a comparison of no suppliers.
    ///
    /// - Parameters:
    ///   - newLocation: the location that the catalog's avatars are relative to.
    ///   - oldLocation: the same for the earlier state. Default `nil`, for the catalog's.
    ///   - edits: those that the earlier state may have in it: a value that is edited counts as the catalog's. Default
    ///     none.
    ///   - ignored: the paths of fields that are not compared, with all below them. Default none.
    init(
        of newLocation: CatalogLocation, with oldLocation: CatalogLocation? = nil,
        edits: SupplierEdits = SupplierEdits(), ignoring ignored: [String] = []
    ) {
        self.edits = edits
        fields = ComparedFields(ignoring: ignored)
        oldResolver = EndpointResolver(against: oldLocation ?? newLocation)
        newResolver = EndpointResolver(against: newLocation)
    }

    /// Adds suppliers of the earlier state, before the first supplier of the catalog.
    mutating func addOld(_ suppliers: [Supplier]) {
        var rows = RenderedSuppliers()
        for supplier in suppliers {
            let hash = hash(supplier, oldResolver, isOld: true)
            hashes.append(hash)
            left[hash, default: 0] += 1
            rows.append(supplier, by: RowRenderer())
        }
        former.append(rows.bytes[...])
    }

    /// Adds suppliers of the catalog.
    mutating func addNew(_ suppliers: [Supplier]) {
        for supplier in suppliers {
            let hash = hash(supplier, newResolver, isOld: false)
            if edits[supplier.id] != nil || !left.removeOne(of: hash) { new.append(supplier) }
        }
    }

    /// Leaves suppliers out whose records in one of the states could not be read.
    mutating func leaveOut(_ ids: some Sequence<Supplier.ID>) { skipped.formUnion(ids) }

    /// Reports no removals: the catalog has more suppliers than were read.
    mutating func withholdRemovals() { reportsRemovals = false }

    /// The suppliers that only the earlier state has, in its order.
    private var old: [Supplier] {
        var left = left
        return hashes.indices.filter { left.removeOne(of: hashes[$0]) }.map(former.supplier)
    }
}

extension Dictionary where Value == Int {
    /// Takes one from the count of a key; false if there is none left.
    mutating func removeOne(of key: Key) -> Bool {
        guard let count = self[key] else { return false }
        self[key] = count == 1 ? nil : count - 1
        return true
    }
}

// MARK: Values

extension CatalogComparison {
    /// The hash of the fields that are compared, whatever their order. That of an edited supplier is of its id alone,
    /// since it is compared field by field.
    ///
    /// - Parameter isOld: true if it is a supplier of the earlier state, whose empty fields are fields as well.
    private mutating func hash(_ supplier: Supplier, _ resolver: EndpointResolver, isOld: Bool) -> Int {
        var sum = supplier.id.hashValue
        let isEdited = edits[supplier.id] != nil
        Self.forEachField(of: supplier, resolver, without: fields.ignored, by: fields.parts) { path, text, _ in
            if !isOld { fields.noteInCatalog(path) }
            guard isOld || !text.isEmpty, fields.compare(path), !text.isEmpty, !isEdited else { return }
            var hasher = Hasher()
            hasher.combine(path)
            hasher.combine(Self.meaning(of: text, at: path))
            sum &+= hasher.finalize()
        }
        return sum
    }

    /// Calls a function with the fields' paths and texts, and if they are numbers in JSON.
    ///
    /// - Parameter parts: the paths of the earlier state that lead through values which may be arrays here.
    private static func forEachField(
        of supplier: Supplier, _ resolver: EndpointResolver, without ignored: ComparedFields.Ignored,
        by parts: [String: [String]], _ body: (_ path: String, _ text: String, _ isNumber: Bool) -> Void
    ) {
        for field in CatalogChange.fields {
            let avatar = field == .avatar ? supplier.avatar.map(resolver.absoluteEndpoint) : nil
            body(field.rawValue, avatar ?? supplier[field], false)
        }
        func visit(_ path: String, _ value: JSONValue) {
            if value.isArray, let parts = parts[path] {
                return parts.forEach { body($0, supplier.otherFields[$0]?.cellText ?? "", false) }
            }
            // A value that is compared by its members, and has none, is none beside those of another state.
            let isOpened = value.isObject || value.isArray && ignored.areElements(of: path)
            let text = isOpened && value.isEmpty ? "" : value.cellText
            // A table has an object as its text.
            guard !isOpened, text.utf8.first == UInt8(ascii: "{"), JSONDocument(Array(text.utf8)) != nil else {
                return body(path, text, value.isNumber)
            }
            let json = Array("\(path.quotedForJSON):\(text)".utf8)
            let member = Supplier.OtherFields(json: json, exportedByteCount: json.count)
            member.forEachLeaf(opening: ignored.areElements(of:), visit)
        }
        supplier.otherFields.forEachLeaf(opening: ignored.areElements(of:), visit)
    }

    /// A text that is equal for values that mean the same: a time in any offset, and an avatar with any signature.
    private static func meaning(of text: String, at path: String) -> String {
        if path == Supplier.Field.avatar.rawValue { return text.withoutSignature ?? text }
        return Timestamp(text).map { "@\($0.secondsSinceEpoch).\($0.nanoseconds)" } ?? text
    }

    /// Tests if two texts of a field mean the same. This takes much longer than a look at their hashes, so only the
    /// fields of suppliers whose hashes differ are compared.
    ///
    /// - Parameter isNumber: one of the two is a number in JSON, which may be written in another way.
    private func areEqual(_ one: String, _ other: String, at path: String, isNumber: Bool) -> Bool {
        if one == other || Self.meaning(of: one, at: path) == Self.meaning(of: other, at: path) { return true }
        if let one = Timestamp(one), let other = Timestamp(other) {
            return path == Supplier.Field.createdAt.rawValue && dateStep > 1
                && one.secondsSinceEpoch.dividedRoundingDown(by: dateStep)
                    == other.secondsSinceEpoch.dividedRoundingDown(by: dateStep)
        }
        if let one = JSONDocument(Array(one.utf8))?.root, let other = JSONDocument(Array(other.utf8))?.root {
            return (isNumber || one.isContainer && other.isContainer) && one.normalized == other.normalized
        }
        return one.replacing("\r\n", with: "\n") == other.replacing("\r\n", with: "\n")
    }

    // MARK: Changes

    /// The changes: those of the catalog's suppliers in its order, then the removed ones in their former order.
    var changes: [CatalogChange] {
        let old = old
        let before = Dictionary(grouping: old, by: \.id)
        let after = Dictionary(grouping: new, by: \.id)
        var changes: [CatalogChange] = []
        var compared = skipped
        for id in new.lazy.map(\.id) where compared.insert(id).inserted {
            let (before, after) = withoutEdited(before[id] ?? [], after[id] ?? [])
            if before.count == 1, after.count == 1 {
                let change = change(from: before[0], to: after[0])
                if !change.fields.isEmpty { changes.append(change) }
            } else {
                if reportsRemovals { changes += before.map { change(from: $0, to: nil) } }
                // One that the user has removed is not in an export.
                let isHidden = before.isEmpty && edits[id]?.kind == .removed
                if !isHidden { changes += after.map { change(from: nil, to: $0) } }
            }
        }
        let removed = old.filter { after[$0.id] == nil && !isWithheld($0.id) && edits[$0.id]?.kind != .added }
        return changes + removed.map { change(from: $0, to: nil) }
    }

    /// The suppliers of the earlier state that the catalog does not have, but that are not reported as removed.
    var withheld: [Supplier] {
        let present = Set(new.map(\.id))
        return old.filter { !present.contains($0.id) && isWithheld($0.id) }
    }

    private func isWithheld(_ id: Supplier.ID) -> Bool { !reportsRemovals || skipped.contains(id) }

    /// Leaves out pairs of suppliers that differ in nothing but the user's edits.
    private func withoutEdited(_ old: [Supplier], _ new: [Supplier]) -> (old: [Supplier], new: [Supplier]) {
        guard let id = new.first?.id, edits[id] != nil else { return (old, new) }
        var old = old
        let rest = new.filter { supplier in
            let equal = old.firstIndex { change(from: $0, to: supplier).fields.isEmpty }
            if let equal { old.remove(at: equal) }
            return equal == nil
        }
        return (old, rest)
    }

    private func change(from old: Supplier?, to new: Supplier?) -> CatalogChange {
        var numbers: Set<String> = []
        func texts(of supplier: Supplier?, _ resolver: EndpointResolver) -> (paths: [String], at: [String: String]) {
            var (paths, texts): ([String], [String: String]) = ([], [:])
            guard let supplier else { return (paths, texts) }
            Self.forEachField(of: supplier, resolver, without: fields.ignored, by: fields.parts) {
                (path, text, isNumber) in
                if texts.updateValue(text, forKey: path) == nil { paths.append(path) }
                if isNumber { numbers.insert(path) }
            }
            return (paths, texts)
        }
        let (before, after) = (texts(of: old, oldResolver), texts(of: new, newResolver))
        let edited = new.flatMap { edits[$0.id]?.applied(to: $0).supplier }
        let own = edited.map { texts(of: $0, newResolver) } ?? after
        let paths = after.paths + before.paths.filter { after.at[$0] == nil }
        let isChange = old != nil && new != nil
        let changed = paths.compactMap { path -> CatalogChange.Field? in
            guard isChange ? fields.isCompared(path) : !fields.ignored.contains(path) else { return nil }
            let (from, to) = (before.at[path] ?? "", after.at[path] ?? "")
            let others = isChange ? [to, own.at[path] ?? ""] : [to]
            if others.contains(where: { areEqual(from, $0, at: path, isNumber: numbers.contains(path)) }) { return nil }
            return CatalogChange.Field(path: path, from: old.map { _ in from }, to: new.map { _ in to })
        }
        return CatalogChange(old: old, new: new, fields: changed)
    }
}

extension JSONValue {
    /// The value in JSON, with the members of objects in the order of their names, and texts and numbers in one way.
    fileprivate var normalized: String {
        if isArray { return "[" + elements.map(\.normalized).joined(separator: ",") + "]" }
        guard isObject else { return string?.quotedForJSON ?? number.map { "\($0)" } ?? json }
        let members = members.sorted { $0.name < $1.name }
        return "{" + members.map { "\($0.name.quotedForJSON):\($0.value.normalized)" }.joined(separator: ",") + "}"
    }
}
