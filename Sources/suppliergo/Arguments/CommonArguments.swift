/// What every command is told.
struct CommonArguments: Sendable, Hashable {
    /// The absolute path of the cache's directory.
    let cacheDirectory: String

    /// When to print in colour.
    let color: ColorChoice

    /// How much to say.
    let verbosity: Verbosity
}
