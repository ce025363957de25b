/// Input of a person at a terminal, and answers of the terminal.
enum TerminalInput: Sendable, Hashable {
    /// A key was pressed.
    case key(Key)

    /// The left button was pressed on a cell, counted from 0.
    case click(column: Int, row: Int)

    /// The wheel was turned by this many steps, up if negative, over a cell, counted from 0.
    case wheel(Int, column: Int, row: Int)

    /// Text was pasted. Line ends and tabs are spaces, and other control characters are left out.
    case pasted(String)

    /// The window has this size now, and its contents are to be drawn again.
    case resized(CellSize)

    /// The terminal answered the questions about itself.
    case answered(TerminalAnswers)
}

/// A key, as far as terminals tell keys apart.
///
/// An arrow or another named key counts as itself also with Shift, Control or Alt held.
enum Key: Sendable, Hashable {
    /// A character; Shift is in it.
    case character(Character)

    /// Control and a letter, which is lower-case, or one of `` @[\]^_``.
    case control(Character)

    /// Alt and a character.
    case alternate(Character)

    /// A function key, from 1.
    case function(Int)

    case enter, escape, tab, backTab, backspace, insert, delete
    case up, down, left, right, home, end, pageUp, pageDown
}
