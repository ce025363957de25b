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

    /// What they are put under; `nil` for one list.
    let grouping: SupplierGrouping?

    /// How to print them.
    let format: OutputFormat

    /// The path of the file to print into; `nil` for standard output.
    let output: String?

    /// What to do about their avatars.
    let avatars: AvatarsMode

    /// Whether long output goes through a pager on a terminal.
    let isPaged: Bool

    /// The words to look for.
    var query: SupplierQuery { SupplierQuery(text) }
}
