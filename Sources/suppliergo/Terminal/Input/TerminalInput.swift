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

extension TerminalInput {
    /// An event of the mouse: button, column, row; cells count from 1.
    static func mouse(_ numbers: [Int]) -> TerminalInput? {
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        let (column, row) = (numbers[1] - 1, numbers[2] - 1)
        // Without the bits for Shift, Alt and Control.
        switch numbers[0] & ~0b11100 {
        case 0: return .click(column: column, row: row)
        case 64: return .wheel(-1, column: column, row: row)
        case 65: return .wheel(1, column: column, row: row)
        default: return nil
        }
    }
}

/// A key, as far as terminals tell keys apart.
///
/// An arrow or another named key counts as itself also with Shift, Control or Alt held.
enum Key: Sendable, Hashable {
    /// A character; Shift is in it.
    case character(Character)

    /// Control and a letter, which is lower-case, or one of `` @[\]^_``.
    case control(Character)

    case enter, escape, tab, backTab, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
}

extension Key {
    /// The name that help calls the key by.
    var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(let letter): "^" + letter.uppercased()
        case .pageUp: "Page Up"
        case .pageDown: "Page Down"
        case .backTab: "Shift-Tab"
        // The case's own name: "enter".
        default: "\(self)".prefix(1).uppercased() + "\(self)".dropFirst()
        }
    }
}

/// The keys behind the bytes that terminals send.
extension Key {
    /// The key of a control sequence, `ESC [`, by its parameters and its final byte; `nil` if it means nothing here.
    static func key(_ parameters: String, _ final: UInt8) -> Key? {
        guard parameters.first?.isNumber ?? true else { return nil }
        let number = Int(parameters.prefix { $0 != ";" }) ?? 1
        if final == UInt8(ascii: "~") { return numbered[number] }
        // With modifiers the number is 1; otherwise it is another sequence, such as the cursor's position.
        return number == 1 ? named[Unicode.Scalar(final)] : nil
    }

    /// The keys that a sequence's last byte names: `ESC [ A`, or `ESC O A` if a program has set another mode before.
    static let named: [Unicode.Scalar: Key] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "M": .enter, "Z": .backTab,
    ]

    /// The keys of numbers: `ESC [ 5 ~`.
    private static let numbered: [Int: Key] = [
        1: .home, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    ]

    /// Reads a key that is one character at the front of the bytes; `nil` if it is not whole.
    static func character(at bytes: ArraySlice<UInt8>) -> InputParser.Element? {
        guard let first = bytes.first else { return nil }
        guard first >= 0x80 else {
            return (.key(controlKey(first) ?? .character(Character(Unicode.Scalar(first)))), 1)
        }
        let length = first < 0xc2 || first > 0xf4 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
        let encoded = bytes.prefix(length)
        guard encoded.dropFirst().allSatisfy({ (0x80..<0xc0).contains($0) }) else { return (nil, 1) }
        guard encoded.count == length else { return nil }
        guard let text = String(validating: encoded, as: UTF8.self), let character = text.first,
            text.unicodeScalars.first?.properties.generalCategory != .control
        else { return (nil, length) }
        return (.key(.character(character)), length)
    }

    /// The key of a control character.
    private static func controlKey(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x08, 0x7f: .backspace
        case 0x09: .tab
        case 0x0a, 0x0d: .enter
        case 0x1b: .escape
        case 0x01...0x1a: .control(Character(Unicode.Scalar(byte + 0x60)))
        case 0x00, 0x1c...0x1f: .control(Character(Unicode.Scalar(byte + 0x40)))
        default: nil
        }
    }
}
