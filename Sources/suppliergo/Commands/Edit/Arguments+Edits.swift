import SupplierGoKit

extension Arguments {
    /// The ids that are the arguments, each once.
    func supplierIDs() throws(UsageError) -> [Supplier.ID] {
        try supplierWords().compactMap { Supplier.ID($0) }.uniqued(on: \.self)
    }

    /// The values that options give to fields. An avatar is as it was given.
    var editedValues: [Supplier.Field: String] {
        var values: [Supplier.Field: String] = [:]
        for (field, option) in Options.fields {
            if let given = given(option.row).last { values[field] = given.text.trimmed }
        }
        return values
    }
}
