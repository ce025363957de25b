internal import Dispatch
internal import Glibc
internal import SupplierGoKit

/// A pager or an editor, which has this process's terminal.
///
/// A process runs at most one at a time. Whatever ends the process waits for it first, since otherwise the shell and
/// the program would read from one terminal.
final class ForegroundProgram: Sendable {
    private static let running = Lock<ForegroundProgram?>(nil)

    /// A thread that waits for the process, and one for the task that waits for that.
    private static let pool = BlockingThreads.waiting

    private let process: ChildProcess
    private let openInput: Lock<Int32>
    private let end = DispatchSemaphore(value: 0)
    private let hasSucceeded = Lock(false)

    /// Ends, without an element, once the program has ended; for one task at a time.
    let untilEnd: AsyncStream<Never>

    /// Starts a program on this process's terminal, which reads its keys or a pipe.
    ///
    /// - Parameters:
    ///   - words: the program and its arguments.
    ///   - environment: all of its environment.
    ///   - readsPipe: true if its standard input is ``input``; otherwise it is this process's.
    ///   - onEnd: called once it has ended.
    /// - Throws: ``SystemFailure``, with `ENOENT` if there is no such program.
    init(
        words: [String], environment: [String: String], readsPipe: Bool, onEnd: @escaping @Sendable () -> Void = {}
    ) throws(SystemFailure) {
        var program = Program(words: words, environment: environment)
        (program.input, program.output, program.error) = (.inherited, .inherited, .inherited)
        let pipe = readsPipe ? try Pipe() : nil
        defer { if let pipe { close(pipe.output) } }
        if let pipe { program.input = .descriptor(pipe.output) }
        do {
            process = try program.start()
        } catch {
            if let pipe { close(pipe.input) }
            throw error
        }
        openInput = Lock(pipe?.input ?? -1)
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        untilEnd = stream
        Self.running.withLock { $0 = self }
        Self.pool.submit { [self] in
            let hasSucceeded = process.status() == 0
            self.hasSucceeded.withLock { $0 = hasSucceeded }
            Self.running.withLock { $0 = nil }
            onEnd()
            end.signal()
            continuation.finish()
        }
    }

    /// The pipe's descriptor, to be written to.
    var input: Int32 { openInput.withLock { $0 } }

    /// Closes the pipe; a second call does nothing.
    func closeInput() {
        openInput.withLock { input in
            if input >= 0 { close(input) }
            input = -1
        }
    }

    /// Waits until the user has quit the program, even if the task is cancelled.
    ///
    /// - Returns: true if it succeeded.
    func waitForEnd() async -> Bool {
        closeInput()
        await Self.pool.run { [self] in blockUntilEnd() }
        return hasSucceeded.withLock { $0 }
    }

    /// Blocks until the running program, if any, has ended. A signal that does not come from the keyboard is passed on.
    static func endRunning(by signal: EndingSignal) {
        guard let program = running.withLock({ $0 }) else { return }
        if signal != .interrupt { program.process.send(signal.number) }
        program.closeInput()
        program.blockUntilEnd()
    }

    private func blockUntilEnd() {
        end.wait()
        end.signal()
    }
}
