internal import Glibc

/// Asks the process's terminal about itself.
enum TerminalQuery {
    /// The time limit for a terminal's answer; a local one takes a few milliseconds.
    static let limit = Duration.milliseconds(250)

    /// Asks, and blocks until all answers are in or the time is over.
    ///
    /// It does not ask if the user has typed ahead, since that input belongs to the next reader of the terminal and
    /// cannot be put back; nor in the background, where the system would stop the process.
    ///
    /// A terminal that has not answered in time stays in its silent mode, so that a late answer is neither shown nor
    /// left in the input, until the caller restores it by ``TerminalMode/restore(droppingInput:)``.
    static func ask() -> TerminalAnswers {
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
        _ = Descriptor.write(TerminalAnswers.question, to: descriptor)
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
