import SupplierGoKit

/// What `list` is told.
struct ListArguments: Sendable {
    let common: CommonArguments
    let loading: LoadingArguments

    /// Which suppliers to print: the words to look for, as given.
    let text: String

    /// The order to print them in.
    let order: SupplierOrder

    /// Whether that order is turned around.
    let isReversed: Bool

    /// The most suppliers to print; `nil` for all.
    let limit: Int?

    /// How to print them.
    let format: OutputFormat

    /// What to do about their avatars.
    let avatars: AvatarsMode

    /// The words to look for.
    var query: SupplierQuery { SupplierQuery(text) }
}
