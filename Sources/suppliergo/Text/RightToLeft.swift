extension String {
    /// Whether the text has letters of a right-to-left script, which a terminal or browser puts in order by their direction
    /// (UAX #9).
    var hasRightToLeftLetters: Bool {
        // The first byte of those letters in UTF-8 is D6 or higher.
        utf8.contains { $0 >= 0xd6 } && unicodeScalars.contains(where: \.isRightToLeft)
    }
}

extension Unicode.Scalar {
    /// Whether the character is in a block of right-to-left scripts, as Hebrew and Arabic are.
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff: true
        default: false
        }
    }
}
