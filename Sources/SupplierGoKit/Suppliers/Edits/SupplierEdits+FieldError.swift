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
