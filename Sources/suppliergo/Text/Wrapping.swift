extension String {
    /// Breaks the text into lines of at most `width` columns, at least 1.
    ///
    /// A line ends at the last space that fits, and the spaces there are dropped. Where words may be broken, a slash or
    /// an `@` does as well as a space; a line with none of them in its second half ends at a full stop there, or between
    /// any two characters. Where they may not, a word wider than the line has one to itself.
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
}

extension Substring {
    /// The line up to the last space, slash or `@` in its second half, else the last full stop there, else all of it.
    fileprivate var endingAtSeam: Substring {
        let half = self[index(startIndex, offsetBy: count / 2)...]
        let seam = half.lastIndex { $0 == " " || $0 == "/" || $0 == "@" } ?? half.lastIndex(of: ".")
        return seam.map { self[...$0] } ?? self
    }

    /// The line up to its last space or, if it has none, up to the next one in the text.
    fileprivate func endingAtSpace(_ line: Substring) -> Substring {
        if let space = line.lastIndex(of: " ") { return line[..<space] }
        return self[..<(firstIndex(of: " ") ?? endIndex)]
    }
}
