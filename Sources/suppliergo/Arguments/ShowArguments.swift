import SupplierGoKit

/// What `show` is told.
struct ShowArguments: Sendable {
    let common: CommonArguments
    let loading: LoadingArguments

    /// The id or the words to look for, as given.
    let text: String

    /// How to print the supplier.
    let format: OutputFormat
}
