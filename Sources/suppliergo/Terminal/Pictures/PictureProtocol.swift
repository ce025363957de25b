/// The ways a picture reaches a terminal.
enum PictureProtocol: Sendable, Hashable {
    /// Kitty's graphics protocol: PNG only (sw.kovidgoyal.net/kitty/graphics-protocol).
    case kitty

    /// iTerm2's inline images: any kind of file that the terminal can decode (iterm2.com/documentation-images.html).
    case iterm

    /// Characters of two colours each.
    case symbols
}
