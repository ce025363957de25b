import SupplierGoKit

/// What `show` is told.
struct ShowArguments: Sendable {
    let common: CommonArguments
    let loading: LoadingArguments

    /// The id or the words to look for, as given.
    let text: String

    /// The words to look for.
    var query: SupplierQuery { SupplierQuery(text) }

    /// How to print the supplier.
    let format: OutputFormat

    /// How to draw the avatar on a card.
    let image: ImageChoice

    /// The path of the file to print into; `nil` for standard output.
    let output: String?
}
