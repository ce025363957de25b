extension String {
    /// The columns that the text takes on a terminal; O(n).
    ///
    /// The text must hold no escape sequences or control characters: it has been through ``visibleText``.
    var displayWidth: Int {
        if isPrintableASCII { return utf8.count }
        return reduce(0) { $0 + $1.displayWidth }
    }

    /// The text, shortened to a width with an ellipsis if it does not fit.
    ///
    /// A character that is two columns wide is never split, so the result may be one column short.
    func shortened(toWidth width: Int, ellipsis: String) -> String {
        guard prefix(ofWidth: width).endIndex < endIndex else { return self }
        let room = width - ellipsis.displayWidth
        guard room >= 0 else { return String(ellipsis.prefix(max(0, width))) }
        return prefix(ofWidth: room) + ellipsis
    }

    /// The text with spaces after it up to a width; a longer text stays as it is.
    func padded(toWidth width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - displayWidth))
    }

    /// The longest prefix that takes no more than `width` columns.
    func prefix(ofWidth width: Int) -> Substring { self[...].prefix(ofWidth: width) }

    /// Breaks the text into lines of at most `width` columns, at least 1.
    ///
    /// A line ends at the last space that fits, and the spaces there are dropped. If words may be broken, a slash or an
    /// `@` does as well as a space; a line with none of them in its second half ends at the last full stop or `@` after
    /// its first third, or between any two characters. If they may not, a word wider than the line has one to itself.
    ///
    /// - Complexity: O(n).
    func wrapped(toWidth width: Int, breakingWords breaksWords: Bool = true) -> [Substring] {
        var lines: [Substring] = []
        var rest = self[...]
        while true {
            var line = rest.prefix(ofWidth: width)
            guard line.endIndex < rest.endIndex else { return lines + [rest] }
            if line.isEmpty { line = rest.prefix(1) }
            if rest[line.endIndex...].first != " " {
                line = breaksWords ? line.endingAtSeam : rest.endingAtSpace(line)
            }
            rest = rest[line.endIndex...].drop { $0 == " " }
            while line.last == " " { line.removeLast() }
            lines.append(line)
            if rest.isEmpty { return lines }
        }
    }

    /// True if the text has letters of a right-to-left script, which a terminal or browser puts in order by their
    /// direction (UAX #9).
    var hasRightToLeftLetters: Bool {
        // The first byte of those letters in UTF-8 is D6 or higher.
        utf8.contains { $0 >= 0xd6 } && unicodeScalars.contains(where: \.isRightToLeft)
    }
}

extension Substring {
    /// The longest prefix that takes no more than `width` columns.
    func prefix(ofWidth width: Int) -> Substring {
        // No character has more columns than bytes.
        guard utf8.count > width else { return self }
        var taken = 0
        for (index, character) in zip(indices, self) {
            taken += character.displayWidth
            if taken > width { return self[..<index] }
        }
        return self
    }

    /// The line up to the last space, slash or `@` in its second half, else the last full stop or `@` after its first
    /// third, else all of it.
    fileprivate var endingAtSeam: Substring {
        let half = self[index(startIndex, offsetBy: count / 2)...]
        let rest = self[index(startIndex, offsetBy: count / 3)...]
        let seam = half.lastIndex { $0 == " " || $0 == "/" || $0 == "@" } ?? rest.lastIndex { $0 == "." || $0 == "@" }
        return seam.map { self[...$0] } ?? self
    }

    /// The line up to its last space or, if it has none, up to the next one in the text.
    fileprivate func endingAtSpace(_ line: Substring) -> Substring {
        if let space = line.lastIndex(of: " ") { return line[..<space] }
        return self[..<(firstIndex(of: " ") ?? endIndex)]
    }
}

extension Character {
    /// The columns that the character takes: 0, 1, 2, or more for syllables of Indic scripts.
    ///
    /// A grapheme cluster is as wide as its parts. One that begins with an emoji or a wide letter has two columns at
    /// most: an emoji of several people is drawn as one, and so are a flag's two letters and a Hangul syllable.
    var displayWidth: Int {
        if let ascii = asciiValue { return ascii >= 0x20 && ascii < 0x7f ? 1 : 0 }
        var width = 0
        for scalar in unicodeScalars {
            // U+FE0F asks for the emoji if a character has a plain form as well (UTS #51, section 4).
            width = scalar.value == 0xfe0f && isEmojiByNature ? 2 : width + scalar.displayWidth
        }
        guard width > 2, let first = unicodeScalars.first else { return width }
        return isEmojiByNature || first.displayWidth == 2 ? 2 : width
    }

    private var isEmojiByNature: Bool {
        unicodeScalars.first?.properties.isEmoji ?? false
    }
}

extension Unicode.Scalar {
    /// The columns that the scalar takes by itself, as `wcwidth(3)` would say.
    ///
    /// Wide means Wide or Fullwidth in Unicode's East Asian Width (UAX #11); what is ambiguous there is narrow.
    fileprivate var displayWidth: Int {
        if value < 0x300 { return isControl ? 0 : 1 }
        return isZeroWidth ? 0 : isWide ? 2 : 1
    }

    private var isZeroWidth: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    private var isWide: Bool {
        switch value {
        case ..<0x1100: false
        case 0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0x3247, 0x3250...0xa4c6: true
        case 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff: true
        case 0xfe10...0xfe19, 0xfe30...0xfe6b, 0xff01...0xff60, 0xffe0...0xffe6: true
        case 0x16fe0...0x1b2fb, 0x1d300...0x1d376, 0x1f200...0x1f265, 0x20000...0x3fffd: true
        default: properties.isEmojiPresentation
        }
    }

    /// True if the character is in a block of right-to-left scripts, as Hebrew and Arabic are.
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff: true
        default: false
        }
    }
}
