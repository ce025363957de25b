/// A value that was given for an option, and where.
struct GivenValue: Sendable, Hashable {
    /// The value; `true` or `false` for a flag.
    let text: String

    /// Where it was given.
    let source: ValueSource

    /// Its place among what was given at the same place: the later one counts.
    var position = 0
}
