internal import Glibc

/// A terminal's answers about itself, read from the bytes that it sent.
///
/// A terminal answers in the order of the questions and ignores those that it does not know. Every terminal answers the
/// last one, for its device attributes, so that no answer comes after that.
struct TerminalAnswers: Sendable, Hashable {
    /// The questions: kitty's graphics, the background, name and version, and the attributes.
    ///
    /// The first sends one pixel that is examined and not kept (`a=q`). The second and the third are OSC 11 and
    /// XTVERSION of `xterm`, the fourth `DA1` of ECMA-48.
    static let question = Array(
        "\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\\u{1b}]11;?\u{1b}\\\u{1b}[>0q\u{1b}[c".utf8)

    /// True if the terminal understands kitty's graphics.
    private(set) var takesKittyGraphics = false

    /// The terminal's name and version as it gives them: `WezTerm 20240203`.
    private(set) var name: String?

    /// The terminal's background.
    private(set) var background = TextStyle.Background.unknown

    /// The device attributes: the terminal's class, then its abilities, of which 4 means that it draws sixel graphics;
    /// `nil` until they are in.
    private(set) var attributes: [Int]?

    /// True if all answers are in.
    var isComplete: Bool { attributes != nil }

    /// Reads the parameters of the last answer, `DA1`.
    mutating func add(attributes parameters: String) {
        attributes = parameters.dropFirst().split(separator: ";").compactMap { Int($0) }
    }

    /// Reads the content of a control string.
    mutating func add(string: String, after introducer: UInt8) {
        if introducer == UInt8(ascii: "_"), string.hasPrefix("Gi=31"), string.hasSuffix(";OK") {
            takesKittyGraphics = true
        } else if introducer == UInt8(ascii: "P"), string.hasPrefix(">|") {
            name = String(string.dropFirst(2))
        } else if introducer == UInt8(ascii: "]"), string.hasPrefix("11;rgb:") {
            // One to four hexadecimal digits each.
            let parts = string.dropFirst(7).split(separator: "/").compactMap { part in
                UInt16(part, radix: 16).map { Double($0) / Double(1 << (4 * part.utf8.count) - 1) }
            }
            if parts.count == 3 { background = .init(red: parts[0], green: parts[1], blue: parts[2]) }
        }
    }

    /// The time limit for a terminal's answer; a local one takes a few milliseconds.
    private static let limit = Duration.milliseconds(250)

    /// Asks the process's terminal, and blocks until all answers are in or the time is over.
    ///
    /// It does not ask if the user has typed ahead, since that input belongs to the next reader of the terminal and
    /// cannot be put back; nor in the background, where the system would stop the process.
    ///
    /// A terminal that has not answered in time stays in its silent mode, so that a late answer is neither shown nor
    /// left in the input, until the caller restores it by ``TerminalMode/restore(droppingInput:)``.
    static func asked() -> TerminalAnswers {
        let descriptor = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard tcgetpgrp(descriptor) == getpgrp() else {
            close(descriptor)
            return TerminalAnswers()
        }
        guard TerminalMode.takeOver(descriptor) else { return TerminalAnswers() }
        var waiting: Int32 = 0
        guard unsafe ioctl(descriptor, UInt(FIONREAD), &waiting) == 0, waiting == 0 else {
            TerminalMode.restore(droppingInput: false)
            return TerminalAnswers()
        }
        _ = Descriptor.write(question, to: descriptor)
        var reader = TerminalReader(descriptor, answerDelay: limit)
        let answers = reader.finishAnswers()
        if answers.isComplete { TerminalMode.restore() }
        return answers
    }
}
