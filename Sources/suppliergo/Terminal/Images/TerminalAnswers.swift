internal import Glibc

/// A terminal's answers about itself, read from the bytes that it sent.
///
/// A terminal answers in the order of the questions and ignores those that it does not know. Every terminal answers the
/// last one, for its device attributes, so that no answer comes after that.
struct TerminalAnswers: Sendable, Hashable {
    /// The questions: whether it understands kitty's graphics, its name and version, and its attributes.
    ///
    /// The first sends one pixel that is examined and not kept (`a=q`). The second is XTVERSION of `xterm`, the third
    /// `DA1` of ECMA-48.
    static let question = Array("\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\\u{1b}[>0q\u{1b}[c".utf8)

    /// Whether the terminal understands kitty's graphics.
    private(set) var takesKittyGraphics = false

    /// The terminal's name and version as it gives them: `WezTerm 20240203`.
    private(set) var name: String?

    /// The device attributes: the terminal's class, then its abilities, of which 4 means that it draws sixel graphics;
    /// `nil` until they are in.
    private(set) var attributes: [Int]?

    /// Whether the terminal can hold back what is drawn until all of it is in (mode 2026), which nothing asks but
    /// ``TerminalSession``.
    private(set) var synchronizesOutput = false

    /// Whether all answers are in.
    var isComplete: Bool { attributes != nil }

    /// Reads everything that came so far, ignoring what is not an answer.
    init(_ bytes: [UInt8] = []) {
        var rest = bytes[...]
        while let start = rest.firstIndex(of: 0x1b) {
            rest = rest[start...].dropFirst()
            guard let introducer = rest.popFirst() else { return }
            switch introducer {
            case UInt8(ascii: "_"), UInt8(ascii: "P"):
                guard let content = Self.string(from: &rest) else { return }
                read(string: content, after: introducer)
            case UInt8(ascii: "["):
                guard let end = rest.firstIndex(where: { (0x40...0x7e).contains($0) }) else { return }
                let parameters = String(decoding: rest[..<end], as: UTF8.self)
                if rest[end] == UInt8(ascii: "c"), parameters.hasPrefix("?") {
                    attributes = parameters.dropFirst().split(separator: ";").compactMap { Int($0) }
                } else if rest[end] == UInt8(ascii: "y") {
                    // Set, not set, or always set (DECRPM).
                    synchronizesOutput = ["?2026;1$", "?2026;2$", "?2026;3$"].contains(parameters)
                }
                rest = rest[end...].dropFirst()
            default: continue
            }
        }
    }

    /// Takes a control string up to its end, ST; `nil` while that is not in.
    private static func string(from rest: inout ArraySlice<UInt8>) -> String? {
        guard let end = rest.indices.dropLast().first(where: { rest[$0] == 0x1b && rest[$0 + 1] == UInt8(ascii: "\\") })
        else { return nil }
        let content = rest[..<end]
        rest = rest[(end + 2)...]
        return String(decoding: content, as: UTF8.self)
    }

    private mutating func read(string: String, after introducer: UInt8) {
        if introducer == UInt8(ascii: "_"), string.hasPrefix("Gi=31"), string.hasSuffix(";OK") {
            takesKittyGraphics = true
        } else if introducer == UInt8(ascii: "P"), string.hasPrefix(">|") {
            name = String(string.dropFirst(2))
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
        guard descriptor >= 0 else { return TerminalAnswers() }
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
        let answers = answers(on: descriptor)
        if answers.isComplete { TerminalMode.restore() }
        return answers
    }

    private static func answers(on descriptor: Int32) -> TerminalAnswers {
        let deadline = ContinuousClock.now + limit
        _ = Descriptor.write(question, to: descriptor)
        var bytes: [UInt8] = []
        var answers = TerminalAnswers()
        while !answers.isComplete {
            guard let more = Descriptor.read(from: descriptor, within: deadline - .now), !more.isEmpty else { break }
            bytes += more
            answers = TerminalAnswers(bytes)
        }
        return answers
    }
}
