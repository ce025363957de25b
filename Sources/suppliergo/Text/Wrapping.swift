extension String {
    /// The text in lines of at most `width` columns, 1 or more, broken at a space or behind a slash where there is one
    /// in the line's second half, else anywhere between characters.
    ///
    /// The lines are parts of the text; the spaces that it is broken at are in none of them. A character that is wider than the line has one to itself.
    func wrapped(toWidth width: Int) -> [Substring] {
        var lines: [Substring] = []
        var rest = self[...]
        while true {
            var line = rest.prefix(ofWidth: width)
            guard line.endIndex < rest.endIndex else { return lines + [rest] }
            if line.isEmpty { line = rest.prefix(1) }
            if rest[line.endIndex...].first != " ", let seam = line.seam { line = line[...seam] }
            rest = rest[line.endIndex...].drop { $0 == " " }
            while line.last == " " { line.removeLast() }
            lines.append(line)
            if rest.isEmpty { return lines }
        }
    }
}

extension Substring {
    /// The last space or slash in the second half.
    fileprivate var seam: Index? {
        let half = index(startIndex, offsetBy: count / 2)
        return self[half...].lastIndex { $0 == " " || $0 == "/" }
    }
}
