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
    /// Creates a supplier that is in no catalog.
    fileprivate init(id: ID, createdAt: Timestamp, values: [Supplier.Field: String]) {
        self.init(
            id: id, createdAt: createdAt, fullname: values[.fullname] ?? "",
            avatar: Avatar(endpoint: values[.avatar] ?? ""), phone: values[.phone] ?? "",
            company: values[.company] ?? "", email: values[.email] ?? "")
        editedFields = [.id, .fullname, .company, .phone, .email, .avatar]
    }

    /// The supplier with other values, of which those that differ are its ``editedFields``.
    fileprivate func edited(_ values: [Supplier.Field: String]) -> Supplier {
        func text(_ field: Supplier.Field) -> String { values[field] ?? self[field] }
        var edited = Supplier(
            id: id, createdAt: createdAt, fullname: text(.fullname), avatar: Avatar(endpoint: text(.avatar)),
            phone: text(.phone), company: text(.company), email: text(.email))
        edited.otherFields = otherFields
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
            supplier = Supplier(id: id, createdAt: createdAt, values: changes.compactMapValues(\.value))
        case (.changed, nil), (.removed, _): break
        }
        let isConflict = !SupplierEdits.Applied(edit: self, original: original, supplier: nil).conflicts.isEmpty
        supplier?.editedFields.hasConflict = isConflict
        return SupplierEdits.Applied(edit: self, original: original, supplier: supplier)
    }
}
