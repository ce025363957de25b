/// What `--group` can say.
enum SupplierGrouping: String, CaseIterable, Sendable {
    /// The suppliers of each company under its name.
    case company
}
