/// The clipboard of the process's terminal, which is the user's own also through ssh (xterm's OSC 52).
///
/// A terminal does not answer: it may be set to refuse.
enum Clipboard {
    /// The bytes that make a terminal take a text.
    static func sequence(for text: String) -> [UInt8] {
        var bytes = Array("\u{1b}]52;c;".utf8)
        bytes.append(base64: Array(text.utf8))
        return bytes + [0x07]
    }
}
