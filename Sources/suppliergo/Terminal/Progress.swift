/// How far a run has come.
struct Progress: Sendable, Hashable {
    /// How many are done, those that failed included.
    var done: Int

    /// How many there are to do; `nil` while that is not known.
    var total: Int?

    /// How many bytes were moved until now; `nil` where nobody counts them.
    var byteCount: Int?

    /// How many failed.
    var failed = 0
}
