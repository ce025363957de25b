internal import Glibc

/// Asks the process's terminal about itself.
enum TerminalInquiry {
    /// How long a terminal may take to answer; one at hand takes a few milliseconds.
    static let limit = Duration.milliseconds(250)

    /// Asks, and blocks until all answers are in or the time is over.
    ///
    /// Nothing is asked where somebody has typed ahead, since that is for whoever reads the terminal next and cannot be put
    /// back among the answers; nor where the process is in the background, since the system would stop it.
    ///
    /// A terminal that has not answered in time stays silent, so that a late answer is neither shown nor left in the
    /// input, until ``TerminalMode/restore(droppingInput:)`` is called: whoever asks does so before the process ends.
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
        _ = DescriptorWriter(descriptor: descriptor).write(TerminalAnswers.question)
        var bytes: [UInt8] = []
        var answers = TerminalAnswers()
        while !answers.isComplete {
            let more = available(on: descriptor, within: deadline - .now)
            guard !more.isEmpty else { return answers }
            bytes += more
            answers = TerminalAnswers(bytes)
        }
        return answers
    }

    /// What comes next, or nothing where nothing comes in time.
    static func available(on descriptor: Int32, within limit: Duration) -> [UInt8] {
        let deadline = ContinuousClock.now + limit
        while true {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let milliseconds = Int32((max(.zero, deadline - .now) / .milliseconds(1)).rounded(.up))
            let count = unsafe poll(&request, 1, milliseconds)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return [] }
            var block = [UInt8](repeating: 0, count: 1024)
            let read = unsafe Glibc.read(descriptor, &block, block.count)
            if read < 0 && errno == EINTR { continue }
            return Array(block.prefix(max(0, read)))
        }
    }
}
