internal import Dispatch
internal import Glibc
internal import SupplierGoKit

/// The process's terminal, while all of its screen is drawn on and its keys are read.
///
/// It is `/dev/tty`, so that standard input and output can be pipes. However the process ends, the terminal is as it
/// was: ``TerminalMode`` restores it at the end, ``TerminalRestoration`` after a signal.
final class TerminalSession: Sendable {
    /// The terminal.
    let descriptor: Int32

    /// The terminal's input; it ends when the terminal is gone.
    ///
    /// ``TerminalInput/answered(_:)`` comes once, soon after the beginning, whether the terminal answers or not. Two
    /// signals come as keys: SIGTSTP, which asks the process to stop, as Ctrl-Z, and SIGCONT, after a stop, as Ctrl-L.
    let inputs: AsyncStream<TerminalInput>

    private let environment: [String: String]
    private let signals: WakingSignals
    private let end = DispatchSemaphore(value: 0)

    /// Held while something is written, and while the terminal is given back.
    private let writing = Lock(())

    /// Switches the process's terminal to its whole screen.
    ///
    /// - Throws: ``SystemFailure`` if there is none.
    init(environment: [String: String]) throws(SystemFailure) {
        // Non-blocking for this process alone, since it is opened here and not inherited.
        descriptor = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure("open the terminal", errno) }
        self.environment = environment
        signals = try WakingSignals()
        let stream = AsyncStream.makeStream(of: TerminalInput.self)
        inputs = stream.stream
        guard TerminalMode.takeOver(descriptor, for: .screen) else { throw SystemFailure("use the terminal", errno) }
        signals.watch()
        let asks = ImageChoice.isTerminalWorthAsking(in: environment)
        if asks { write(TerminalAnswers.question) }
        Self.thread.submit { [self] in
            read(into: stream.continuation, answerDelay: asks ? Self.answerDelay : .zero)
        }
    }

    /// The time limit for the terminal's answer, through a slow network as well: only pictures wait for it.
    private static let answerDelay = Duration.seconds(1)

    /// It waits for input at the terminal; a process has one.
    private static let thread = BlockingThreads(threadCount: 1)

    /// True if the process has a terminal.
    static var isAvailable: Bool {
        let descriptor = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        return descriptor >= 0 && Glibc.close(descriptor) == 0
    }

    /// The size of the screen now.
    var size: CellSize {
        let traits = TerminalTraits.of(descriptor, environment: environment)
        return CellSize(columns: traits.width ?? 80, rows: traits.height ?? 24)
    }

    /// Writes a frame, or bytes that change nothing on the screen; returns when the terminal has taken them.
    ///
    /// A terminal that is gone is no error here: ``inputs`` ends.
    func write(_ bytes: [UInt8]) {
        writing.withLock { _ in _ = Descriptor.write(Self.holding + bytes + Self.showing, to: descriptor) }
    }

    /// The sequences that hold a frame back until it is complete (mode 2026). Other terminals ignore them.
    private static let holding = Array("\u{1b}[?2026h".utf8), showing = Array("\u{1b}[?2026l".utf8)

    /// Gives the terminal back while the process is stopped, as Ctrl-Z does elsewhere, and takes it again. Nothing of
    /// what was drawn is there then.
    func suspend() {
        writing.withLock { _ in TerminalMode.lend { signals.stopProcess() } }
    }

    /// Gives the terminal back, after its answers are in: they would appear at the shell's prompt.
    func close() {
        signals.cancel()
        end.wait()
        TerminalMode.restore()
    }

    /// Reads until the end, on a thread that may block.
    private func read(into stream: AsyncStream<TerminalInput>.Continuation, answerDelay: Duration) {
        var reader = TerminalReader(descriptor, answerDelay: answerDelay)
        while let inputs = reader.next(beside: signals, for: self.inputs(for:)) {
            for input in inputs { stream.yield(input) }
        }
        stream.finish()
        _ = reader.finishAnswers()
        end.signal()
    }

    private func inputs(for numbers: Set<Int32>) -> [TerminalInput] {
        var inputs: [TerminalInput] = []
        if numbers.contains(SIGTSTP) { inputs.append(.key(.control("z"))) }
        if numbers.contains(SIGCONT) {
            // The shell may have changed the terminal's mode meanwhile.
            writing.withLock { _ in TerminalMode.lend {} }
            inputs.append(.key(.control("l")))
        }
        return inputs + [.resized(size)]
    }
}
