import SupplierGoKit

/// What every command that reads a catalog is told.
struct LoadingArguments: Sendable {
    /// Where the catalog is.
    let location: CatalogLocation

    /// How suppliers and avatars are loaded; ``headers`` are not in it yet.
    let loader: SupplierLoader.Configuration

    /// How transfers go.
    let dataLoader: DataLoader.Configuration

    /// What says that servers' certificates are not verified; `nil` where they are.
    let insecureSource: ValueSource?

    /// The header fields for the catalog's origin, or the files that hold them, in order.
    let headers: [HeaderSource]

    /// The header fields that the settings file has for the catalog's origin; one that was given otherwise takes precedence
    /// over those of its name.
    let settingHeaders: [HeaderSource]

    /// The bearer token for the catalog's origin; a header named `Authorization` takes precedence.
    let token: HTTPFields.Field?

    /// What was most likely meant, where the location's file does not exist: a noun phrase.
    let suggestion: String?
}
