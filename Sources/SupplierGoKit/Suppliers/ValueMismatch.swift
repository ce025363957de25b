/// What a decoder expected and what it found, kept as the cause of a `DecodingError`, so that a type that takes several
/// kinds of values can name them all beside what was found.
struct ValueMismatch: Error, Equatable {
    /// What was expected, as a noun phrase.
    let expected: String

    /// What was found, as a noun phrase.
    let found: String
}
