/// How much is said on standard error.
enum Verbosity: Sendable, Comparable {
    /// Errors only.
    case quiet

    /// Errors, warnings, progress and summaries.
    case normal

    /// Also one line a transfer.
    case verbose
}
