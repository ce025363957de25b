/// The sequences that a terminal obeys (ECMA-48; xterm's control sequences).
extension TerminalScreen {
    /// Obeys the escape sequence at the front; returns its length, or `nil` if it is not all there.
    mutating func obey(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let introducer = bytes.dropFirst().first else { return nil }
        let body = bytes.dropFirst(2)
        switch introducer {
        case UInt8(ascii: "7"): saved = (row, column)
        case UInt8(ascii: "8"): (row, column) = saved
        case UInt8(ascii: "["):
            guard let end = body.firstIndex(where: { (0x40...0x7e).contains($0) }) else { return nil }
            obey(String(decoding: body[..<end], as: UTF8.self), final: Character(Unicode.Scalar(body[end])))
            return end - bytes.startIndex + 1
        case UInt8(ascii: "_"), UInt8(ascii: "]"), UInt8(ascii: "P"):
            guard let end = body.firstIndex(where: { $0 == 0x07 || $0 == 0x1b }) else { return nil }
            let endLength = body[end] == 0x07 ? 1 : 2
            guard body.endIndex >= end + endLength else { return nil }
            draw(String(decoding: bytes[bytes.startIndex + 1..<end], as: UTF8.self))
            return end - bytes.startIndex + endLength
        default: break
        }
        return 2
    }

    private mutating func obey(_ parameters: String, final: Character) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let count = max(1, numbers.first ?? 1)
        switch final {
        case "A": row = max(0, row - count)
        case "B": row = min(height - 1, row + count)
        case "G": column = min(columns, count) - 1
        case "H":
            row = min(height, count) - 1
            column = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
        case "K": eraseLine(from: column)
        case "J": eraseScreen(all: numbers.first == 2)
        case "m":
            let rest = parameters.hasPrefix("0") || parameters.isEmpty ? "" : style
            let added = parameters.split(separator: ";").drop { $0 == "0" }.joined(separator: ";")
            style = [rest, added].filter { !$0.isEmpty }.joined(separator: ";")
        case "h", "l":
            guard parameters.hasPrefix("?"), let mode = Int(parameters.dropFirst()) else { return }
            modes[mode] = final == "h"
            if mode == 1049 { showAlternate(final == "h") }
        default: break
        }
    }

    private mutating func eraseLine(from start: Int) {
        for erased in min(start, columns - 1)..<columns { erase(erased, keeping: style) }
    }

    private mutating func eraseScreen(all: Bool) {
        let (row, column) = (row, column)
        if !all { eraseLine(from: column) }
        for erased in (all ? 0 : row + 1)..<height {
            self.row = erased
            eraseLine(from: 0)
        }
        self.row = row
        guard all else { return }
        pictures = []
        clearCount += 1
    }
}

extension TerminalScreen.Drawing {
    /// The value of a key of a picture.
    static func number(_ key: String, in content: String) -> Int? {
        let keys = content.trimmingPrefix("_G").prefix(100).split { ";,:".contains($0) }
        return keys.first { $0.hasPrefix(key + "=") }.flatMap { Int($0.dropFirst(key.count + 1)) }
    }
}

extension Unicode.Scalar {
    /// It is one of the letters of which two are a flag.
    var isFlagLetter: Bool { (0x1f1e6...0x1f1ff).contains(value) }

    /// The columns that most terminals give it.
    var terminalWidth: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch value {
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff: return 2
        case 0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x20000...0x3fffd: return 2
        default: return properties.isEmojiPresentation ? 2 : 1
        }
    }
}
