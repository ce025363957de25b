/// What suppliers can be sorted by.
public enum SupplierOrder: String, Sendable, CaseIterable {
    case feed, name, company, created, email, id
}
