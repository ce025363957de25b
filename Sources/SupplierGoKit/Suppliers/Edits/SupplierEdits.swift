/// A user's own corrections of one catalog: at most one edit for each supplier.
///
/// A value: store it as you like, and give it to ``SupplierLoader/edits``. The command line stores it in files.
public struct SupplierEdits: Sendable, Hashable {
    private var edits: [Supplier.ID: Edit] = [:]

    /// Creates a collection without edits.
    public init() {}

    /// No supplier is edited.
    public var isEmpty: Bool { edits.isEmpty }

    /// The number of edited suppliers.
    public var count: Int { edits.count }

    /// The edited suppliers' ids, unordered.
    public var ids: some Collection<Supplier.ID> { edits.keys }

    /// The edit of a supplier. Setting `nil` drops it, with what was edited before a removal: see ``revert(_:)``.
    public subscript(id: Supplier.ID) -> Edit? {
        get { edits[id] }
        set { edits[id] = newValue }
    }

    /// The edits, the newest first; those of one time by their ids.
    public var newestFirst: [Edit] {
        edits.values.sorted { ($1.editedAt, $0.id.rawValue) < ($0.editedAt, $1.id.rawValue) }
    }

    /// The added suppliers' edits, the oldest first.
    package var added: [Edit] {
        edits.values.filter { $0.kind == .added }
            .sorted { ($0.createdAt, $0.id.rawValue) < ($1.createdAt, $1.id.rawValue) }
    }

    /// The files that suppliers' avatars were edited to, as `file` URLs: a catalog that is not a file may not name any
    /// by itself, also not those of other suppliers.
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
    ) throws(Edit.Error) {
        let edit = try editable(id, original)
        let changes = try Self.changes(
            edit?.changes ?? [:], to: values, of: original, isAdded: edit?.kind == .added, at: now)
        edits[id] =
            changes.isEmpty
            ? nil : Edit(id: id, kind: edit?.kind ?? .changed, createdAt: edit?.createdAt ?? now, changes: changes)
    }

    /// Adds a supplier, whose fields without a value are empty.
    ///
    /// - Throws: ``SupplierEdits/Edit/Error``: nothing has changed then.
    public mutating func add(
        _ id: Supplier.ID, _ values: [Supplier.Field: String], at now: Timestamp
    ) throws(Edit.Error) {
        if let edit = edits[id] { throw edit.kind == .removed ? .removed(id) : .idIsTaken(id) }
        let empty = Dictionary(uniqueKeysWithValues: Supplier.Field.editable.map { ($0, "") })
        let all = empty.merging(values) { $1 }
        edits[id] = Edit(
            id: id, kind: .added, createdAt: now, changes: try Self.changes([:], to: all, of: nil, at: now))
    }

    /// Takes the edit of a supplier back. One that was removed has the edit again that it had before.
    public mutating func revert(_ id: Supplier.ID) { edits[id] = edits[id]?.earlier }

    /// Hides a supplier. The edit that it had is kept for ``revert(_:)``.
    ///
    /// - Parameters:
    ///   - id: the supplier's id.
    ///   - original: the supplier as the catalog has it; `nil` if it has none.
    ///   - now: the time of the edit.
    /// - Throws: ``SupplierEdits/Edit/Error/noSupplier(_:)``, ``SupplierEdits/Edit/Error/removed(_:)``.
    public mutating func remove(
        _ id: Supplier.ID, original: Supplier?, at now: Timestamp
    ) throws(Edit.Error) {
        let earlier = try editable(id, original)
        edits[id] = Edit(removing: id, original, createdAt: now, at: now, earlier)
    }

    /// Settles the conflicts of a supplier by the catalog's values: they are not edited any more. So are those that the
    /// catalog has taken over.
    public mutating func takeCatalogs(of edited: Applied) {
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
    public mutating func keepOwn(of edited: Applied) {
        guard let original = edited.original, !edited.conflicts.isEmpty else { return }
        let edit = edited.edit
        if edit.kind == .removed {
            edits[edit.id] = Edit(
                removing: edit.id, original, createdAt: edit.createdAt, at: edit.editedAt, edit.earlier)
            return
        }
        var changes = edit.changes.filter { original[$0] != $1.value }
        for (field, change) in changes {
            changes[field] = Edit.Change(value: change.value, replaced: original[field], editedAt: change.editedAt)
        }
        edits[edit.id] = Edit(id: edit.id, kind: .changed, createdAt: edit.createdAt, changes: changes)
    }
}

extension SupplierEdits {
    /// The edit of a supplier that can be edited, `nil` if it has none.
    private func editable(_ id: Supplier.ID, _ original: Supplier?) throws(Edit.Error) -> Edit? {
        let edit = edits[id]
        guard edit?.kind != .removed else { throw .removed(id) }
        guard original != nil || edit?.kind == .added else { throw .noSupplier(id) }
        return edit
    }

    /// The changes of a supplier's fields after further ones.
    ///
    /// - Parameter isAdded: whether the user has added the supplier, so that no value of a catalog is replaced.
    private static func changes(
        _ former: [Supplier.Field: Edit.Change], to values: [Supplier.Field: String], of original: Supplier?,
        isAdded: Bool = false, at now: Timestamp
    ) throws(Edit.Error) -> [Supplier.Field: Edit.Change] {
        var changes = former
        let fixed = Supplier.Field.allCases.filter { !Supplier.Field.editable.contains($0) }
        var errors = fixed.compactMap { field in values[field].flatMap { field.error(in: $0) } }
        for field in Supplier.Field.editable {
            guard let value = values[field] else { continue }
            let old = changes[field]
            let replaced = isAdded ? nil : original?[field]
            if value == replaced {
                changes[field] = nil
            } else if old?.value != value || old?.replaced != replaced {
                if old?.value != value, let error = field.error(in: value) {
                    errors.append(error)
                }
                changes[field] = Edit.Change(value: value, replaced: replaced, editedAt: now)
            }
        }
        guard errors.isEmpty else { throw .fields(errors) }
        return changes
    }
}

extension SupplierEdits.Edit {
    /// A text that cannot be the value of a field.
    public struct FieldError: Swift.Error, Sendable, Hashable {
        /// The field.
        public let field: Supplier.Field

        /// A clause about the value, without a full stop.
        public let reason: String

        /// Creates an error.
        public init(_ field: Supplier.Field, _ reason: String) {
            self.field = field
            self.reason = reason
        }
    }
}

extension SupplierEdits.Edit.FieldError: CustomStringConvertible, LocalizedError {
    /// The ``description``.
    public var errorDescription: String? { description }

    /// The field's name and the reason.
    public var description: String { "\(field.rawValue) \(reason)" }
}
