import Glibc
import SupplierGoKit
import Synchronization

/// Waits for a terminal's input and for signals, on a thread that may block.
struct TerminalReader {
    private let descriptor: Int32
    private var parser = InputParser()

    /// When the terminal's answers are not waited for any longer; `nil` once that is settled.
    private var answerDeadline: ContinuousClock.Instant?

    /// Creates a reader of a terminal.
    ///
    /// - Parameter answerDelay: the time that the terminal has to answer the questions that were just asked.
    init(_ descriptor: Int32, answerDelay: Duration) {
        self.descriptor = descriptor
        answerDeadline = .now + answerDelay
    }

    /// Waits for input or signals; `nil` once the terminal is gone, or the signals were cancelled.
    ///
    /// - Parameter inputs: the inputs that signals stand for, by their numbers.
    mutating func next(
        beside signals: WakingSignals, for inputs: (Set<Int32>) -> [TerminalInput]
    ) -> [TerminalInput]? {
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

    /// The terminal's answers, as far as they come while they are waited for; whatever else comes is dropped.
    mutating func finishAnswers() -> TerminalAnswers {
        while answerDeadline != nil, let isReady = wait(for: [descriptor]),
            let inputs = isReady[0] ? read() : timeIsOver()
        {
            for case .answered(let answers) in inputs { return answers }
        }
        return parser.answers
    }

    /// Waits for descriptors or the end of a delay; `nil` if that fails.
    ///
    /// - Returns: true for each descriptor that can be read.
    private func wait(for descriptors: [Int32]) -> [Bool]? {
        let deadlines = [parser.patience.map { ContinuousClock.now + $0 }, answerDeadline].compactMap(\.self)
        return Descriptor.wait(for: descriptors, until: deadlines.min())
    }

    private mutating func timeIsOver() -> [TerminalInput] {
        guard let deadline = answerDeadline, deadline <= .now else { return parser.pause() }
        answerDeadline = nil
        return [.answered(parser.answers)]
    }

    /// Reads what is there; `nil` if the terminal is gone.
    private mutating func read() -> [TerminalInput]? {
        var block = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe Glibc.read(descriptor, &block, block.count)
        guard count > 0 else { return count < 0 && isPassing(errno) ? [] : nil }
        let inputs = parser.parse(Array(block[..<count]))
        if inputs.contains(where: { if case .answered = $0 { true } else { false } }) { answerDeadline = nil }
        return inputs
    }

    /// True if an error of reading is none of the terminal: it is other jobs' while this one is in the background.
    private func isPassing(_ errorNumber: Int32) -> Bool {
        if errorNumber == EIO, tcgetpgrp(descriptor) > 0, tcgetpgrp(descriptor) != getpgrp() {
            TerminalMode.waitForForeground(descriptor)
            return true
        }
        return errorNumber == EAGAIN || errorNumber == EINTR
    }
}

/// The signals that a thread which waits for input is to know of: a byte for each comes through a pipe that it waits
/// for as well.
///
/// They are `SIGWINCH`, the window was resized; `SIGTSTP`, Ctrl-Z was pressed; `SIGCONT`, the process goes on after it
/// was stopped. One that was ignored when the process started stays ignored.
struct WakingSignals: Sendable {
    /// The number that ``read()`` gives for ``cancel()``.
    static let cancellation: Int32 = 0

    /// The pipe's end that the handlers write to: a handler sees only globals.
    private static let input = Atomic<Int32>(-1)

    /// The descriptor that becomes readable with a signal.
    let descriptor: Int32

    /// Opens the pipe, which stays open as long as the process runs, since a signal can come at any time.
    init() throws(SystemFailure) {
        let pipe = try Pipe(closesItself: false)
        // Neither a handler nor a reader may wait.
        for end in [pipe.input, pipe.output] { _ = fcntl(end.rawValue, F_SETFL, O_NONBLOCK) }
        descriptor = pipe.output.rawValue
        Self.input.store(pipe.input.rawValue, ordering: .releasing)
    }

    /// Begins to receive signals.
    func watch() {
        for number in [SIGWINCH, SIGTSTP, SIGCONT] where !Signals.isIgnored(number) { watch(number) }
    }

    private func watch(_ number: Int32) {
        var action = sigaction()
        action.sa_flags = SA_RESTART
        unsafe action.__sigaction_handler.sa_handler = { number in
            let errorNumber = errno
            WakingSignals.send(number)
            errno = errorNumber
        }
        unsafe sigaction(number, &action, nil)
    }

    /// The signals that came since the last call.
    func read() -> Set<Int32> {
        Set((Descriptor.read(from: descriptor, within: .zero) ?? []).map { Int32($0) })
    }

    /// Wakes the thread without a signal.
    func cancel() {
        Self.send(Self.cancellation)
    }

    private static func send(_ number: Int32) {
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(input.load(ordering: .acquiring), &byte, 1)
    }

    /// Stops the process as an unhandled Ctrl-Z does, and returns when it goes on.
    ///
    /// The system does not stop a process that no shell could continue, such as a terminal's first one.
    func stopProcess() {
        signal(SIGTSTP, SIG_DFL)
        // A thread's signal to itself takes effect before the call returns.
        _ = Signals.unblocking(SIGTSTP) { pthread_kill(pthread_self(), SIGTSTP) }
        watch(SIGTSTP)
    }
}
