extension Supplier {
    /// The fields of a supplier that are a user's own and not the catalog's.
    public struct EditedFields: Sendable, Hashable, ExpressibleByArrayLiteral {
        /// A bit for each field, and the highest one for a conflict.
        package private(set) var rawValue: UInt8

        /// Creates a set from its bits.
        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Creates a set; ``Supplier/Field/id`` stands for a supplier that was added to the catalog.
        public init(_ fields: some Sequence<Supplier.Field>) {
            rawValue = fields.reduce(0) { $0 | $1.bit }
        }

        /// Creates a set of some fields.
        public init(arrayLiteral fields: Supplier.Field...) {
            self.init(fields)
        }

        /// The set has no field.
        public var isEmpty: Bool { rawValue == 0 }

        /// The catalog has changed one of the fields by itself since it was edited.
        public package(set) var hasConflict: Bool {
            get { rawValue & 128 != 0 }
            set { rawValue = newValue ? rawValue | 128 : rawValue & 127 }
        }

        /// The field is in the set.
        public func contains(_ field: Supplier.Field) -> Bool { rawValue & field.bit != 0 }

        /// The fields' names in catalogs, `id` first.
        public var names: [String] { ([.id] + Supplier.Field.editable).filter(contains).map(\.rawValue) }
    }
}

extension Supplier.Field {
    fileprivate var bit: UInt8 { Self.allCases.firstIndex(of: self).map { 1 << UInt8($0) } ?? 0 }
}
