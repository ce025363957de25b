/// What `--image` can say.
enum ImageChoice: String, CaseIterable, Sendable {
    /// As well as the terminal can; not at all where standard output is none.
    case auto

    /// By kitty's graphics protocol.
    case kitty

    /// By iTerm2's inline images.
    case iterm

    /// In characters, by `chafa`.
    case symbols

    /// Not at all.
    case none
}
