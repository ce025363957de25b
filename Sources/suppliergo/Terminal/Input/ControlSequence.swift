/// A control sequence that a terminal sent: `ESC [`, parameters, a final byte.
struct ControlSequence: Hashable {
    /// The text before what is pasted, in terminals that were asked to say so (xterm's mode 2004).
    static let pasteBegin = ControlSequence(parameters: "200", final: UInt8(ascii: "~"))

    /// A mouse event of a terminal that knows no other form: three bytes follow.
    static let oldMouse = ControlSequence(parameters: "", final: UInt8(ascii: "M"))

    private let parameters: String
    private let final: UInt8

    /// Reads one.
    init(parameters: ArraySlice<UInt8>, final: UInt8) {
        self.init(parameters: String(decoding: parameters, as: UTF8.self), final: final)
    }

    private init(parameters: String, final: UInt8) {
        self.parameters = parameters
        self.final = final
    }

    /// Whether it answers a question about the terminal: its attributes (`DA1`), or whether it has a mode (`DECRQM`).
    var isAnswer: Bool {
        parameters.hasPrefix("?") && (final == UInt8(ascii: "c") || final == UInt8(ascii: "y"))
    }

    /// The input; `nil` if the sequence means nothing here.
    var input: TerminalInput? {
        if parameters.hasPrefix("<") { return mouse }
        guard parameters.first?.isNumber ?? true else { return nil }
        let number = Int(parameters.prefix { $0 != ";" }) ?? 1
        if final == UInt8(ascii: "~") { return KeyReading.numberedKey(number).map { .key($0) } }
        // With modifiers the number is 1; otherwise it is another sequence, such as the cursor's position.
        return number == 1 ? KeyReading.namedKey(final).map { .key($0) } : nil
    }

    /// An event of the mouse as xterm's mode 1006 reports it: button, column, row; cells count from 1.
    private var mouse: TerminalInput? {
        let numbers = parameters.dropFirst().split(separator: ";").map { Int($0) ?? 0 }
        guard numbers.count == 3, final == UInt8(ascii: "M") else { return nil }
        return Self.mouse(button: numbers[0], column: numbers[1], row: numbers[2])
    }

    /// The same in three bytes, from 32.
    static func oldMouse(_ bytes: [UInt8]) -> TerminalInput? {
        let numbers = bytes.map { Int($0) - 32 }
        return mouse(button: numbers[0], column: numbers[1], row: numbers[2])
    }

    private static func mouse(button: Int, column: Int, row: Int) -> TerminalInput? {
        guard column > 0, row > 0 else { return nil }
        let (column, row) = (column - 1, row - 1)
        // Without the bits for Shift, Alt and Control.
        switch button & ~0b11100 {
        case 0: return .click(column: column, row: row)
        case 64: return .wheel(-1, column: column, row: row)
        case 65: return .wheel(1, column: column, row: row)
        default: return nil
        }
    }
}
