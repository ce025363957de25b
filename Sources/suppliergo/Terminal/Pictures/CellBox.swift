/// A rectangle of character cells that a picture goes into.
struct CellBox: Sendable, Hashable {
    /// How many cells wide.
    let columns: Int

    /// How many cells high.
    let rows: Int
}
