extension String {
    /// The text in lines of at most `width` columns, 1 or more, broken behind a space or a slash where there is one in
    /// the line's second half, else anywhere between characters.
    ///
    /// The space that a line is broken at is dropped. A character that is wider than the line has one to itself.
    func wrapped(toWidth width: Int) -> [String] {
        var lines: [String] = []
        var rest = self
        while rest.displayWidth > width {
            let fitting = rest.prefix(ofWidth: width)
            let head = fitting.isEmpty ? rest.prefix(1) : fitting
            let half = head.index(head.startIndex, offsetBy: head.count / 2)
            let following = head.endIndex < rest.endIndex && rest[head.endIndex] == " "
            let last = head[half...].lastIndex { $0 == " " || $0 == "/" }
            let end = following ? head.endIndex : last.map { rest.index(after: $0) } ?? head.endIndex
            lines.append(rest[..<end].trimmingTrailingSpaces)
            rest = String(rest[end...].drop { $0 == " " })
        }
        return lines.isEmpty || !rest.isEmpty ? lines + [rest] : lines
    }
}

extension Substring {
    fileprivate var trimmingTrailingSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
