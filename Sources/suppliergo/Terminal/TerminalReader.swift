internal import Glibc

/// Waits for what a terminal sends and for signals, on a thread that may block.
struct TerminalReader {
    private let descriptor: Int32
    private let signals: WakingSignals
    private var parser = InputParser()

    /// When the terminal's answers are not waited for any longer; `nil` once that is settled.
    private var answerDeadline: ContinuousClock.Instant?

    /// Creates a reader of a terminal.
    ///
    /// - Parameter answerDelay: how long the terminal may take to answer questions that it was asked just now.
    init(_ descriptor: Int32, _ signals: WakingSignals, answerDelay: Duration) {
        self.descriptor = descriptor
        self.signals = signals
        answerDeadline = .now + answerDelay
    }

    /// Waits for input or signals; `nil` once the terminal is gone, or the signals were cancelled.
    ///
    /// - Parameter inputs: the inputs that signals stand for, by their numbers.
    mutating func next(for inputs: (Set<Int32>) -> [TerminalInput]) -> [TerminalInput]? {
        while true {
            guard let isReady = wait(for: [descriptor, signals.descriptor]) else { return nil }
            if isReady[1] {
                let numbers = signals.read()
                if numbers.contains(WakingSignals.cancellation) { return nil }
                if !numbers.isEmpty { return inputs(numbers) }
            } else {
                guard let read = isReady[0] ? read() : timeIsOver() else { return nil }
                if !read.isEmpty { return read }
            }
        }
    }

    /// Reads the terminal's answers, as long as they are waited for, and drops whatever else comes.
    mutating func finishAnswers() {
        while answerDeadline != nil, let isReady = wait(for: [descriptor]) {
            guard (isReady[0] ? read() : timeIsOver()) != nil else { return }
        }
    }

    /// Waits for descriptors or the end of a delay; `nil` if that fails.
    ///
    /// - Returns: which of them can be read.
    private func wait(for descriptors: [Int32]) -> [Bool]? {
        let deadlines = [parser.patience.map { ContinuousClock.now + $0 }, answerDeadline].compactMap(\.self)
        return Descriptor.wait(for: descriptors, until: deadlines.min())
    }

    private mutating func timeIsOver() -> [TerminalInput] {
        guard let deadline = answerDeadline, deadline <= .now else { return parser.pause() }
        answerDeadline = nil
        return [.answered(TerminalAnswers())]
    }

    /// Reads what is there; `nil` if the terminal is gone.
    private mutating func read() -> [TerminalInput]? {
        var block = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe Glibc.read(descriptor, &block, block.count)
        guard count > 0 else { return count < 0 && isPassing(errno) ? [] : nil }
        let inputs = parser.take(Array(block[..<count]))
        if inputs.contains(where: { if case .answered = $0 { true } else { false } }) { answerDeadline = nil }
        return inputs
    }

    /// An error of reading is none of the terminal: it is other jobs' while this one is in the background.
    private func isPassing(_ errorNumber: Int32) -> Bool {
        if errorNumber == EIO, tcgetpgrp(descriptor) > 0, tcgetpgrp(descriptor) != getpgrp() {
            TerminalMode.waitForForeground(descriptor)
            return true
        }
        return errorNumber == EAGAIN || errorNumber == EINTR
    }
}
