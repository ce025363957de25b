extension SupplierEdits {
    /// A user's own correction of a catalog: what was changed of one supplier, or that one was added or removed.
    ///
    /// It remembers the catalog's values that it replaced, so that it shows when the catalog changes them by itself.
    public struct Edit: Sendable, Hashable, Identifiable {
        /// The kinds of edits.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// It replaces fields of a catalog's supplier.
            case changed

            /// It adds a supplier to the catalog.
            case added

            /// It hides a catalog's supplier.
            case removed
        }

        /// The change of one field. An avatar's value is its endpoint, empty for none.
        public struct Change: Sendable, Hashable {
            /// The user's value; `nil` if the supplier was removed.
            public let value: String?

            /// The catalog's value at that time; `nil` if it had no such supplier.
            public let replaced: String?

            /// When it was edited last.
            public let editedAt: Timestamp

            /// Creates a change.
            public init(value: String?, replaced: String?, editedAt: Timestamp) {
                (self.value, self.replaced, self.editedAt) = (value, replaced, editedAt)
            }
        }

        /// The supplier's id, which no edit changes.
        public let id: Supplier.ID

        /// The kind of the edit.
        public let kind: Kind

        /// When the edit began; an added supplier has it for its ``Supplier/createdAt``.
        public let createdAt: Timestamp

        /// The edited fields: all of them, unless some were changed.
        public internal(set) var changes: [Supplier.Field: Change]

        /// The edit that a removed supplier had before, which has changed or added it, or `nil` if it had none.
        public package(set) var earlier: Edit? {
            get { earlierEdits.first }
            set { earlierEdits = newValue.map { [$0] } ?? [] }
        }

        /// At most one: a structure cannot be in itself.
        private var earlierEdits: [Edit] = []

        /// When it was edited last.
        public var editedAt: Timestamp { changes.values.map(\.editedAt).max() ?? createdAt }

        /// Creates an edit.
        public init(id: Supplier.ID, kind: Kind, createdAt: Timestamp, changes: [Supplier.Field: Change]) {
            (self.id, self.kind, self.createdAt, self.changes) = (id, kind, createdAt, changes)
        }
    }
}

extension SupplierEdits.Edit {
    /// Creates the edit that removes a supplier.
    init(
        removing id: Supplier.ID, _ original: Supplier?, createdAt: Timestamp, at now: Timestamp,
        _ earlier: SupplierEdits.Edit?
    ) {
        self.init(
            id: id, kind: .removed, createdAt: createdAt,
            changes: Supplier.Field.editable.reduce(into: [:]) {
                $0[$1] = Change(value: nil, replaced: original?[$1], editedAt: now)
            })
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

extension SupplierEdits {
    /// An edit, and the supplier that it was applied to.
    public struct Applied: Sendable, Hashable {
        /// The state of an edited field towards the catalog.
        public enum State: String, Sendable, Hashable {
            /// The edit holds: the catalog still has the value that it replaced.
            case applied

            /// The edit holds, but the catalog has changed the value by itself.
            case conflict

            /// The catalog has the edit's value itself.
            case settled

            /// The catalog has no such supplier any more.
            case withoutSupplier
        }

        /// The edit.
        public let edit: SupplierEdits.Edit

        /// The supplier as the catalog has it; `nil` if it has none.
        public let original: Supplier?

        /// The supplier as it is shown; `nil` if it was removed, or if the catalog has no supplier to edit.
        public let supplier: Supplier?

        /// The state of a field towards the catalog; a field that is not edited counts as settled.
        public func state(of field: Supplier.Field) -> State {
            guard let change = edit.changes[field] else { return .settled }
            guard let current = original?[field] else { return change.replaced == nil ? .applied : .withoutSupplier }
            if current == change.value { return .settled }
            return current == change.replaced ? .applied : .conflict
        }

        /// The fields that the catalog has changed by itself.
        public var conflicts: [Supplier.Field] {
            Supplier.Field.editable.filter { state(of: $0) == .conflict }
        }
    }
}

extension Supplier {
    /// The supplier with other values, of which those that differ are its ``editedFields``.
    fileprivate func edited(_ values: [Supplier.Field: String]) -> Supplier {
        var edited = replacing(values)
        edited.editedFields = Supplier.EditedFields(values.keys.filter { values[$0] != self[$0] })
        return edited
    }
}

extension SupplierEdits.Edit {
    /// Applies the edit.
    ///
    /// - Parameter original: the supplier as the catalog has it; `nil` if it has none.
    public func applied(to original: Supplier?) -> SupplierEdits.Applied {
        var supplier: Supplier?
        switch (kind, original) {
        case (.changed, let original?), (.added, let original?):
            supplier = original.edited(changes.compactMapValues(\.value))
        case (.added, nil):
            let empty = Supplier(
                id: id, createdAt: createdAt, fullname: "", avatar: nil, phone: "", company: "", email: "")
            supplier = empty.replacing(changes.compactMapValues(\.value))
            supplier?.editedFields = Supplier.EditedFields([.id] + Supplier.Field.editable)
        case (.changed, nil), (.removed, _): break
        }
        let isConflict = !SupplierEdits.Applied(edit: self, original: original, supplier: nil).conflicts.isEmpty
        supplier?.editedFields.hasConflict = isConflict
        return SupplierEdits.Applied(edit: self, original: original, supplier: supplier)
    }
}
