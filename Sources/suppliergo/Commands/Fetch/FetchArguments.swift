import SupplierGoKit

/// What `fetch` is told.
struct FetchArguments: Sendable {
    let common: CommonArguments
    let loading: LoadingArguments

    /// Whose avatars to bring: the words to look for, as given.
    let text: String

    /// The words to look for.
    var query: SupplierQuery { SupplierQuery(text) }
}
