/// A user's own corrections of one catalog: at most one edit for each supplier.
///
/// A value: store it as you like, and give it to ``SupplierLoader/edits``. The command line stores it in files.
public struct SupplierEdits: Sendable, Hashable {
    private var edits: [Supplier.ID: SupplierEdits.Edit] = [:]

    /// Creates a collection without edits.
    public init() {}

    /// Whether no supplier is edited.
    public var isEmpty: Bool { edits.isEmpty }

    /// The number of edited suppliers.
    public var count: Int { edits.count }

    /// The edited suppliers' ids, unordered.
    public var ids: some Collection<Supplier.ID> { edits.keys }

    /// The edit of a supplier. Setting `nil` drops it, with what was edited before a removal: see ``revert(_:)``.
    public subscript(id: Supplier.ID) -> SupplierEdits.Edit? {
        get { edits[id] }
        set { edits[id] = newValue }
    }

    /// The edits, the newest first; those of one time by their ids.
    public var newestFirst: [SupplierEdits.Edit] {
        let dated: [(edit: SupplierEdits.Edit, at: Timestamp)] = edits.values.map { ($0, $0.editedAt) }
        return dated.sorted { left, right in
            left.at == right.at ? left.edit.id.rawValue < right.edit.id.rawValue : left.at > right.at
        }.map(\.edit)
    }

    /// The added suppliers' edits, the oldest first.
    package var added: [SupplierEdits.Edit] {
        edits.values.filter { $0.kind == .added }.sorted { left, right in
            left.createdAt == right.createdAt
                ? left.id.rawValue < right.id.rawValue : left.createdAt < right.createdAt
        }
    }

    /// The files that suppliers' avatars were edited to, as `file` URLs: a catalog that is not a file may not name any by
    /// itself, also not those of other suppliers.
    package var avatarFiles: [Supplier.ID: String] {
        edits.compactMapValues { $0.changes[.avatar]?.value }.filter { $0.value.hasPrefix("file:") }
    }
}

// MARK: Editing

extension SupplierEdits {
    /// Changes fields of a supplier. A field that gets the catalog's value again is not edited any more.
    ///
    /// - Parameters:
    ///   - values: the new values, without white space around them.
    ///   - id: the supplier's id.
    ///   - original: the supplier as the catalog has it; `nil` if it has none.
    ///   - now: the time of the edit.
    /// - Throws: ``SupplierEdits/Edit/Error``: nothing has changed then.
    public mutating func change(
        _ values: [Supplier.Field: String], of id: Supplier.ID, original: Supplier?, at now: Timestamp
    ) throws(SupplierEdits.Edit.Error) {
        let edit = edits[id]
        guard edit?.kind != .removed else { throw .removed(id) }
        guard original != nil || edit?.kind == .added else { throw .noSupplier(id) }
        let isAdded = edit?.kind == .added
        var changes = edit?.changes ?? [:]
        var errors = Self.errors(inFieldsOf: values)
        for field in Supplier.Field.editable {
            guard let value = values[field] else { continue }
            let old = changes[field]
            let replaced = isAdded ? nil : original?[field]
            if value == replaced {
                changes[field] = nil
            } else if old?.value != value || old?.replaced != replaced {
                if old?.value != value, let error = field.error(in: value, replacing: original?[field]) {
                    errors.append(error)
                }
                changes[field] = SupplierEdits.Edit.Change(value: value, replaced: replaced, editedAt: now)
            }
        }
        guard errors.isEmpty else { throw .fields(errors) }
        edits[id] =
            changes.isEmpty
            ? nil
            : SupplierEdits.Edit(
                id: id, kind: edit?.kind ?? .changed, createdAt: edit?.createdAt ?? now, changes: changes)
    }

    /// Adds a supplier, whose fields without a value are empty.
    ///
    /// - Throws: ``SupplierEdits/Edit/Error``: nothing has changed then.
    public mutating func add(
        _ id: Supplier.ID, _ values: [Supplier.Field: String], at now: Timestamp
    ) throws(SupplierEdits.Edit.Error) {
        if let edit = edits[id] { throw edit.kind == .removed ? .removed(id) : .idIsTaken(id) }
        var changes: [Supplier.Field: SupplierEdits.Edit.Change] = [:]
        var errors = Self.errors(inFieldsOf: values)
        for field in Supplier.Field.editable {
            let value = values[field] ?? ""
            if let error = field.error(in: value, replacing: nil) { errors.append(error) }
            changes[field] = SupplierEdits.Edit.Change(value: value, replaced: nil, editedAt: now)
        }
        guard errors.isEmpty else { throw .fields(errors) }
        edits[id] = SupplierEdits.Edit(id: id, kind: .added, createdAt: now, changes: changes)
    }

    /// Takes the edit of a supplier back. One that was removed has the edit again that it had before.
    public mutating func revert(_ id: Supplier.ID) {
        edits[id] = edits[id]?.earlier.map { earlier in
            SupplierEdits.Edit(id: id, kind: earlier.kind, createdAt: earlier.createdAt, changes: earlier.changes)
        }
    }

    /// Hides a supplier. The edit that it had is kept for ``revert(_:)``.
    ///
    /// - Parameters:
    ///   - id: the supplier's id.
    ///   - original: the supplier as the catalog has it; `nil` if it has none.
    ///   - now: the time of the edit.
    /// - Throws: ``SupplierEdits/Edit/Error/noSupplier(_:)``, ``SupplierEdits/Edit/Error/removed(_:)``.
    public mutating func remove(
        _ id: Supplier.ID, original: Supplier?, at now: Timestamp
    ) throws(SupplierEdits.Edit.Error) {
        let edit = edits[id]
        guard edit?.kind != .removed else { throw .removed(id) }
        guard original != nil || edit?.kind == .added else { throw .noSupplier(id) }
        let earlier = edit.map {
            SupplierEdits.Edit.Earlier(kind: $0.kind, createdAt: $0.createdAt, changes: $0.changes)
        }
        edits[id] = SupplierEdits.Edit(removing: id, original, createdAt: now, at: now, earlier)
    }

    /// Settles the conflicts of a supplier by the catalog's values: they are not edited any more. So are those that the
    /// catalog has taken over.
    public mutating func takeCatalogs(of edited: SupplierEdits.Applied) {
        let edit = edited.edit
        let states = edit.changes.keys.map { ($0, edited.state(of: $0)) }
        let isConflict = states.contains { $0.1 == .conflict }
        guard edit.kind == .changed, edited.original != nil else {
            if isConflict || states.allSatisfy({ $0.1 != .applied }) { edits[edit.id] = nil }
            return
        }
        var taken = edit
        for (field, state) in states where state != .applied { taken.changes[field] = nil }
        edits[edit.id] = taken.changes.isEmpty ? nil : taken
    }

    /// Settles the conflicts of a supplier by the user's values, which from now on replace the catalog's present ones.
    public mutating func keepOwn(of edited: SupplierEdits.Applied) {
        guard let original = edited.original, !edited.conflicts.isEmpty else { return }
        let edit = edited.edit
        if edit.kind == .removed {
            edits[edit.id] = SupplierEdits.Edit(
                removing: edit.id, original, createdAt: edit.createdAt, at: edit.editedAt, edit.earlier)
            return
        }
        let changes = edit.changes.filter { original[$0] != $1.value }.map { field, change in
            (
                field,
                SupplierEdits.Edit.Change(value: change.value, replaced: original[field], editedAt: change.editedAt)
            )
        }
        edits[edit.id] = SupplierEdits.Edit(
            id: edit.id, kind: .changed, createdAt: edit.createdAt, changes: Dictionary(uniqueKeysWithValues: changes))
    }
}

extension SupplierEdits {
    /// An error for each field that cannot be edited.
    private static func errors(inFieldsOf values: [Supplier.Field: String]) -> [SupplierEdits.Edit.FieldError] {
        Supplier.Field.allCases.filter { !Supplier.Field.editable.contains($0) }.compactMap { field in
            values[field].flatMap { field.error(in: $0, replacing: nil) }
        }
    }
}

extension SupplierEdits.Edit {
    fileprivate init(
        removing id: Supplier.ID, _ original: Supplier?, createdAt: Timestamp, at now: Timestamp, _ earlier: Earlier?
    ) {
        self.init(
            id: id, kind: .removed, createdAt: createdAt,
            changes: Dictionary(
                uniqueKeysWithValues: Supplier.Field.editable.map {
                    ($0, Change(value: nil, replaced: original?[$0], editedAt: now))
                }))
        self.earlier = earlier
    }
}

extension SupplierEdits.Edit {
    /// An edit that is refused.
    public enum Error: Swift.Error, Sendable, Hashable {
        /// Values break the rules of their fields; at least one.
        case fields([FieldError])

        /// The catalog has no supplier with this id, and none was added.
        case noSupplier(Supplier.ID)

        /// The supplier was removed.
        case removed(Supplier.ID)

        /// Another supplier has this id.
        case idIsTaken(Supplier.ID)
    }
}

extension SupplierEdits.Edit.Error: CustomStringConvertible, LocalizedError {
    /// The ``description``.
    public var errorDescription: String? { description }

    /// One sentence without a full stop.
    public var description: String {
        switch self {
        case .fields(let errors): errors.map(\.description).joined(separator: "; ")
        case .noSupplier(let id): "no supplier has the id '\(id)'"
        case .removed(let id): "the supplier '\(id)' was removed by an edit"
        case .idIsTaken(let id): "another supplier has the id '\(id)'"
        }
    }
}
