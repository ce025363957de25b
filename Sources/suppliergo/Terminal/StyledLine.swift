/// A line's text as it is drawn, and how many columns that takes.
struct StyledLine: Sendable, Hashable {
    /// The text, with its escape sequences.
    let text: String

    /// The columns that it takes.
    let width: Int

    /// The text with spaces behind it, up to a width.
    func padded(toWidth wanted: Int) -> StyledLine {
        guard width < wanted else { return self }
        return StyledLine(text: text + String(repeating: " ", count: wanted - width), width: wanted)
    }
}
