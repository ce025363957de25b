import SupplierGoKit

/// What `fetch` is told.
struct FetchArguments: Sendable {
    let common: CommonArguments
    let loading: LoadingArguments

    /// Whose avatars to bring.
    let query: SupplierQuery
}
