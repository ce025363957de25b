import SupplierGoKit

/// A warning of a ``CatalogReader``, which its consumer prints, keeps for later or drops.
enum CatalogWarning: Sendable {
    /// A record that was skipped, and at the end the number of those that were not named.
    case badRecord(String), moreBadRecords(String)

    /// A sign that the catalog is incomplete, or has records that an index does not name.
    case omission(String)

    /// A sign that the map is not the one that was meant.
    case doubt(String)

    /// The warnings before this one are void: another source delivers the catalog from its beginning.
    case startsOver

    /// A snapshot stands in for the catalog.
    case snapshot(String)

    /// The catalog is not kept as a snapshot.
    case unkept(CacheError)
}
