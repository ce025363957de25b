internal import Dispatch
internal import Glibc
internal import SupplierGoKit

/// A pager or an editor, which has this process's terminal.
///
/// A process runs at most one at a time. Whatever ends the process waits for it first, since otherwise the shell and
/// the program would read from one terminal.
final class ForegroundProgram: Sendable {
    private static let running = Lock<ForegroundProgram?>(nil)

    private let process: ChildProcess
    private let openInput: Lock<FileDescriptor?>
    private let end = DispatchGroup()
    private let hasSucceeded = Lock(false)

    /// Ends, without an element, once the program has ended; for one task at a time.
    let untilEnd: AsyncStream<Never>

    /// Starts a program on this process's terminal, which reads its keys or a pipe.
    ///
    /// - Parameter onEnd: called once it has ended.
    /// - Throws: ``SystemFailure``, with `ENOENT` if there is no such program.
    init(_ program: Program, onEnd: @escaping @Sendable () -> Void = {}) throws(SystemFailure) {
        var program = program
        (program.output, program.error) = (.inherited, .inherited)
        let child = try program.start()
        // Only `openInput` refers to the pipe, so that it can close it.
        process = ChildProcess(id: child.id)
        openInput = Lock(child.input)
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        untilEnd = stream
        Self.running.withLock { $0 = self }
        end.enter()
        BlockingThreads.waiting.submit { [self] in
            let hasSucceeded = process.status() == 0
            self.hasSucceeded.withLock { $0 = hasSucceeded }
            Self.running.withLock { $0 = nil }
            onEnd()
            end.leave()
            continuation.finish()
        }
    }

    /// The pipe's descriptor, to be written to.
    var input: Int32 { openInput.withLock { $0?.rawValue ?? -1 } }

    /// Closes the pipe; a second call does nothing.
    func closeInput() { openInput.withLock { $0 = nil } }

    /// Waits until the user has quit the program, even if the task is cancelled.
    ///
    /// - Returns: true if it succeeded.
    func waitForEnd() async -> Bool {
        closeInput()
        await BlockingThreads.waiting.run { [end] in end.wait() }
        return hasSucceeded.withLock { $0 }
    }

    /// Blocks until the running program, if any, has ended. A signal that does not come from the keyboard is passed on.
    static func endRunning(by signal: EndingSignal) {
        guard let program = running.withLock({ $0 }) else { return }
        if signal != .interrupt { program.process.send(signal.number) }
        program.closeInput()
        program.end.wait()
    }
}
