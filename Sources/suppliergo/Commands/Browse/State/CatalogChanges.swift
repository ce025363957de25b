import SupplierGoKit

/// The changes that a reading of the catalog has found, as `list --changes` would report them.
struct CatalogChanges: Sendable {
    /// The changes, those of removed suppliers last.
    let all: [CatalogChange]

    /// The number of suppliers of each kind, in words; `nil` if nothing has changed. Stored, since each frame shows it.
    let counts: String?

    private let byID: [Supplier.ID?: [CatalogChange]]

    init(_ all: [CatalogChange]) {
        self.all = all
        byID = Dictionary(grouping: all, by: \.new?.id)
        let counts = [(CatalogChange.Kind.added, "new"), (.changed, "changed"), (.removed, "gone")]
            .map { kind, word in (all.count { $0.kind == kind }, word) }
        let parts = counts.filter { $0.0 > 0 }.map { "\(Count.formatted($0.0)) \($0.1)" }
        self.counts = parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The change of a listed supplier, or `nil` if there is none.
    func kind(of supplier: Supplier) -> CatalogChange.Kind? {
        // An edited one is listed as it is not in the catalog.
        byID[supplier.id]?.first { $0.new == supplier || !supplier.editedFields.isEmpty }?.kind
    }
}
