internal import Dispatch
internal import Glibc
internal import SupplierGoKit

/// A running pager, and the pipe that feeds it.
///
/// A process has no more than one: whatever ends the process waits for it, since two programs would read one terminal
/// otherwise, the shell and the pager.
final class Pager: Sendable {
    private static let running = Lock<Pager?>(nil)

    /// A thread that waits for the pager's end, and one for whoever waits for that.
    private static let pool = BlockingPool(threadCount: 2)

    private let processID: Int32
    private let openInput: Lock<Int32>
    private let end = DispatchSemaphore(value: 0)

    /// Ends, without an element, once the user has quit the pager; for one task at a time.
    let untilEnd: AsyncStream<Never>

    /// Starts a pager on this process's terminal.
    ///
    /// - Parameter onEnd: called once it has ended.
    /// - Throws: ``SystemFailure``, with `ENOENT` where there is no such program.
    init(_ command: PagerCommand, onEnd: @escaping @Sendable () -> Void) throws(SystemFailure) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw SystemFailure("open a pipe", errno) }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var start = ProcessStart(words: command.words, environment: command.environment)
        (start.input, start.output, start.error) = (.descriptor(ends[0]), .inherited, .inherited)
        do {
            processID = try start.start()
        } catch {
            close(ends[1])
            throw error
        }
        openInput = Lock(ends[1])
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        untilEnd = stream
        Self.running.withLock { $0 = self }
        Self.pool.submit { [self] in
            var status: Int32 = 0
            while unsafe waitpid(processID, &status, 0) == -1 && errno == EINTR {}
            Self.running.withLock { $0 = nil }
            onEnd()
            end.signal()
            continuation.finish()
        }
    }

    /// The pipe's descriptor, to be written to.
    var input: Int32 { openInput.withLock { $0 } }

    /// Says that nothing more comes; a second call does nothing.
    func closeInput() {
        openInput.withLock { input in
            if input >= 0 { close(input) }
            input = -1
        }
    }

    /// Waits until its user has quit it, also where the task is cancelled.
    func waitForEnd() async {
        closeInput()
        await Self.pool.run { [end] in
            end.wait()
            end.signal()
        }
    }

    /// Blocks until the pager that runs, if any, has ended; a signal that did not come from the keyboard reaches it as well.
    static func endRunning(by signal: EndingSignal) {
        guard let pager = running.withLock({ $0 }) else { return }
        if signal != .interrupt { kill(pager.processID, signal.number) }
        pager.closeInput()
        pager.end.wait()
        pager.end.signal()
    }
}
