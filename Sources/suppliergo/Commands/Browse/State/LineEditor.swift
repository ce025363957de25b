/// A line of text that is being typed, with a cursor.
struct LineEditor: Sendable, Hashable {
    /// The most characters that are taken: more is not typed, but pasted by mistake.
    static let limit = 1000

    /// The text.
    private(set) var text: String

    /// The number of characters before the cursor.
    private(set) var cursor: Int

    /// True if the text is a proposal, in whose place the first character comes that is typed.
    private var isProposal: Bool

    /// Creates a line with the cursor at its end.
    ///
    /// - Parameter isProposal: true if the first character that is typed replaces the text. Default `false`.
    init(_ text: String = "", isProposal: Bool = false) {
        (self.text, self.isProposal) = (text, isProposal)
        cursor = text.count
    }

    /// Changes the line; what was a proposal is the user's own text then.
    mutating func edit(_ change: (inout LineEditor) -> Void) {
        change(&self)
        isProposal = false
    }

    /// Inserts text at the cursor, as far as there is room; control characters, as a pasted line feed is, become
    /// spaces.
    mutating func insert(_ inserted: String) {
        if isProposal { (text, cursor) = ("", 0) }
        let scalars = inserted.prefix(max(0, Self.limit - text.count)).unicodeScalars.map { $0.isControl ? " " : $0 }
        let restCount = text.count - cursor
        text.insert(contentsOf: String(String.UnicodeScalarView(scalars)), at: index(cursor))
        // Counted from the end, since a combining character joins the one before it.
        cursor = max(0, text.count - restCount)
    }

    /// Deletes the character before the cursor.
    mutating func deleteBackward() {
        guard cursor > 0 else { return }
        delete(from: cursor - 1)
    }

    /// Deletes the character at the cursor.
    mutating func deleteForward() {
        guard cursor < text.count else { return }
        text.remove(at: index(cursor))
    }

    /// Deletes the word before the cursor, and the spaces after it.
    mutating func deleteWord() {
        let before = text[..<index(cursor)]
        let word = before.reversed().drop { $0 == " " }.drop { $0 != " " }
        delete(from: word.count)
    }

    /// Deletes everything before the cursor.
    mutating func deleteToStart() {
        delete(from: 0)
    }

    /// Moves the cursor by a number of characters, as far as the text goes.
    mutating func move(by distance: Int) {
        cursor = min(max(0, cursor + distance), text.count)
    }

    /// Moves the cursor before the first character.
    mutating func moveToStart() { cursor = 0 }

    /// Moves the cursor after the last character.
    mutating func moveToEnd() { cursor = text.count }

    /// The part of the line around the cursor that fits a width, and the cursor's column in it.
    func shown(inWidth width: Int) -> (text: String, cursorColumn: Int) {
        var before = String(text[..<index(cursor)]).visibleText[...]
        var column = String(before).displayWidth
        while column >= max(1, width), let first = before.popFirst() { column -= first.displayWidth }
        let after = String(text[index(cursor)...]).visibleText
        return (String((before + after).prefix(ofWidth: width)), column)
    }

    private mutating func delete(from start: Int) {
        text.removeSubrange(index(start)..<index(cursor))
        cursor = start
    }

    private func index(_ offset: Int) -> String.Index {
        text.index(text.startIndex, offsetBy: min(offset, text.count))
    }
}
