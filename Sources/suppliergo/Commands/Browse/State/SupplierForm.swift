import SupplierGoKit

/// A supplier's fields while they are edited.
struct SupplierForm: Sendable, Hashable {
    /// The supplier as it was when the form was opened; its row may be another one's since. `nil` for one to add.
    let supplier: Supplier?

    /// The supplier's id.
    let id: Supplier.ID

    /// The supplier's row then.
    let row: Row

    /// The text of each field, in the order of ``Supplier/Field``.
    var lines: [LineEditor]

    /// The current line.
    var position = 0

    /// The reason why the values were not kept.
    var faults: [SupplierEdits.Edit.FieldError] = []

    /// The values that are being stored; Enter does not store them twice.
    var stored: [Supplier.Field: String]?

    /// The lines before the first key.
    private let former: [String]

    /// Creates a form with a supplier's fields, or an empty one for a supplier to add; what no line can hold is written
    /// out, and stays as it is if it is not touched.
    init(of supplier: Supplier?, id: Supplier.ID, in row: Row) {
        (self.supplier, self.id, self.row) = (supplier, id, row)
        former = Supplier.Field.editable.map { supplier?[$0].visibleText ?? "" }
        lines = former.map { LineEditor($0) }
    }

    /// True if the supplier is added.
    var isNew: Bool { supplier == nil }

    /// The values that were changed, without white space around them.
    var values: [Supplier.Field: String] {
        var values: [Supplier.Field: String] = [:]
        for (index, field) in Supplier.Field.editable.enumerated() where lines[index].text != former[index] {
            values[field] = lines[index].text.trimmed
        }
        return values
    }
}
