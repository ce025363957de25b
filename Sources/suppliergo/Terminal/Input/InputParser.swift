/// Reads what a terminal sends: keys, the mouse, pasted text and answers (ECMA-48; xterm's control sequences).
///
/// Sequences may arrive in any pieces. What it does not know is dropped, and never taken for text.
struct InputParser: Sendable {
    /// An input at the front of the bytes, and the number of its bytes.
    typealias Element = (input: TerminalInput?, byteCount: Int)

    /// The most bytes of an unfinished sequence to keep.
    private static let sequenceLimit = 4096

    /// The most bytes of pasted text to keep.
    private static let pasteLimit = 65_536

    private static let escape: UInt8 = 0x1b
    private static let pasteEnd = Array("\u{1b}[201~".utf8)

    /// The bytes that are not a whole key or sequence yet.
    private var pending: [UInt8] = []

    /// The pasted text so far, until its end arrives.
    private var pasted: [UInt8]?

    /// The answers to questions about the terminal that came so far.
    private(set) var answers = TerminalAnswers()

    /// The pause in the input that decides the meaning of the last bytes; `nil` if none does.
    ///
    /// Escape begins every sequence, and a terminal writes a key's bytes at once. Pasted text may come through a slow
    /// network, but its end may also be lost: nothing would be a key any more.
    var patience: Duration? {
        if pasted != nil { return .seconds(1) }
        return isUndecided ? .milliseconds(30) : nil
    }

    private var isUndecided: Bool { pending == [Self.escape] || Self.isAlternateKey(pending) }

    /// Parses the next bytes.
    mutating func parse(_ bytes: [UInt8]) -> [TerminalInput] {
        pending += bytes
        var inputs: [TerminalInput] = []
        var rest = pending[...]
        while !rest.isEmpty {
            guard let (input, byteCount) = pasted == nil ? element(at: rest) : pastedText(at: rest) else { break }
            rest = rest.dropFirst(byteCount)
            if let input { inputs.append(input) }
        }
        pending = Array(rest)
        // A sequence stays one, however long it is.
        if pending.count > Self.sequenceLimit { pending.removeSubrange(2...) }
        return inputs
    }

    /// Decides what the last bytes mean, since nothing came for as long as ``patience``.
    mutating func pause() -> [TerminalInput] {
        if let text = pasted.take() {
            defer { pending = [] }
            // Its end may have come in part.
            return [.pasted(Self.text(of: text + pending.prefix { $0 != Self.escape }))]
        }
        guard isUndecided else { return [] }
        defer { pending = [] }
        return pending.count == 1 ? [.key(.escape)] : []
    }

    /// True if the bytes are Alt and a character that also begins a control string.
    private static func isAlternateKey(_ bytes: [UInt8]) -> Bool {
        bytes.count == 2 && bytes[0] == escape && "P]_^X".utf8.contains(bytes[1])
    }

    /// Reads the key or sequence at the front; `nil` if it is not whole.
    private mutating func element(at bytes: ArraySlice<UInt8>) -> Element? {
        guard bytes.first == Self.escape else { return Key.character(at: bytes) }
        guard let second = bytes.dropFirst().first else { return nil }
        switch second {
        case UInt8(ascii: "["): return controlSequence(at: bytes)
        case UInt8(ascii: "O"):
            guard let final = bytes.dropFirst(2).first else { return nil }
            return (0x20..<0x7f).contains(final) ? (Key.named[Unicode.Scalar(final)].map { .key($0) }, 3) : (nil, 2)
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            return controlString(at: bytes)
        case UInt8(ascii: "\\"): return (nil, 2)
        case 0x20..<0x7f, 0x80...:
            // Alt and a character: no key has that meaning here.
            return Key.character(at: bytes.dropFirst()).map { (nil, $0.byteCount + 1) }
        default: return (.key(.escape), 1)
        }
    }

    /// Reads a control sequence: parameters, and a final byte.
    private mutating func controlSequence(at bytes: ArraySlice<UInt8>) -> Element? {
        let body = bytes.dropFirst(2)
        // The Linux console's F1 to F5.
        if body.first == UInt8(ascii: "[") {
            guard let final = body.dropFirst().first else { return nil }
            guard (0x20..<0x7f).contains(final) else { return (nil, 3) }
            return (nil, 4)
        }
        let parameters = body.prefix { (0x20...0x3f).contains($0) }
        guard let final = bytes[parameters.endIndex...].first else { return nil }
        let byteCount = 2 + parameters.count
        // A byte that no sequence has ends it unread; what follows is read by itself.
        guard (0x40...0x7e).contains(final) else { return (nil, byteCount) }
        let text = String(decoding: parameters, as: UTF8.self)
        switch (text, Character(Unicode.Scalar(final))) {
        // The text before what is pasted, in terminals that were asked to say so (xterm's mode 2004).
        case ("200", "~"): pasted = []
        // A mouse event of a terminal that knows no other form: three bytes follow, from 32.
        case ("", "M"):
            let event = body.dropFirst().prefix(3)
            return event.count < 3 ? nil : (TerminalInput.mouse(event.map { Int($0) - 32 }), byteCount + 4)
        // An event of the mouse as xterm's mode 1006 reports it.
        case (_, "M") where text.hasPrefix("<"):
            let numbers = text.dropFirst().split(separator: ";").map { Int($0) ?? 0 }
            return (TerminalInput.mouse(numbers), byteCount + 1)
        // The terminal's attributes (`DA1`), which every terminal answers to the last question.
        case (_, "c") where text.hasPrefix("?"):
            answers.add(attributes: text)
            return (.answered(exchange(&answers, with: TerminalAnswers())), byteCount + 1)
        default: return (Key.key(text, final).map { .key($0) }, byteCount + 1)
        }
        return (nil, byteCount + 1)
    }

    /// Reads a control string up to ST or BEL; any other control character shows that it is not one.
    private mutating func controlString(at bytes: ArraySlice<UInt8>) -> Element? {
        let content = bytes.dropFirst(2).prefix { $0 >= 0x20 }
        guard let end = bytes[content.endIndex...].first else { return nil }
        let byteCount = 2 + content.count
        guard end == Self.escape || end == 0x07 else { return (nil, byteCount) }
        if end == Self.escape {
            guard let last = bytes[content.endIndex...].dropFirst().first else { return nil }
            guard last == UInt8(ascii: "\\") else { return (nil, byteCount) }
        }
        answers.add(string: String(decoding: content, as: UTF8.self), after: bytes[bytes.startIndex + 1])
        return (nil, byteCount + (end == Self.escape ? 2 : 1))
    }

    /// Collects pasted text up to its end.
    private mutating func pastedText(at bytes: ArraySlice<UInt8>) -> Element? {
        let end = bytes.firstRange(of: Self.pasteEnd)?.lowerBound
        // The end may have come in part.
        let part = end.map { bytes[..<$0] } ?? bytes.dropLast(Self.pasteEnd.count - 1)
        let room = Self.pasteLimit - (pasted?.count ?? 0)
        pasted?.append(contentsOf: part.prefix(room))
        guard end != nil, let text = pasted else { return part.isEmpty ? nil : (nil, part.count) }
        pasted = nil
        return (.pasted(Self.text(of: text)), part.count + Self.pasteEnd.count)
    }

    private static func text(of pasted: [UInt8]) -> String {
        var text = ""
        for scalar in String(decoding: pasted, as: UTF8.self).replacing("\r\n", with: "\n").unicodeScalars {
            if ["\n", "\r", "\t"].contains(scalar) {
                text.append(" ")
            } else if scalar.properties.generalCategory != .control {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
