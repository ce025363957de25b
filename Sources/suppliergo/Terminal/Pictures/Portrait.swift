/// A supplier's face, as far as a terminal can show it.
enum Portrait: Sendable, Hashable {
    /// Initials, where there is no picture or no way to draw it.
    case initials

    /// A picture in characters.
    case symbols(SymbolPicture)

    /// What makes the terminal draw a picture where the cursor stands.
    case graphic([UInt8])
}
