extension CommandDescription.Argument {
    /// The supplier that is edited.
    static let supplierID = Self(
        name: "id", meaning: "The supplier's id, or its first 6 or more characters if it has at least 20.",
        isRequired: true, completion: .suppliers, isSingle: true)

    /// The suppliers that are removed.
    static let supplierIDs = Self(
        name: "id", meaning: "The suppliers' ids, or their first 6 or more characters if they have at least 20.",
        isRequired: true, completion: .suppliers)
}
