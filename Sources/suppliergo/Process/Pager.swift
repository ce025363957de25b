internal import Dispatch
internal import Glibc
internal import SupplierGoKit

/// A running pager and the pipe that feeds it.
///
/// A process has at most one. Whatever ends the process waits for it first, since otherwise the shell and the pager
/// would read from one terminal.
final class Pager: Sendable {
    private static let running = Lock<Pager?>(nil)

    /// A thread that waits for the pager's process, and one for the task that waits for that.
    private static let pool = BlockingThreads(threadCount: 2)

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
        let pipe = try Pipe()
        defer { close(pipe.output) }
        var program = Program(words: command.words, environment: command.environment)
        (program.input, program.output, program.error) = (.descriptor(pipe.output), .inherited, .inherited)
        do {
            processID = try program.start()
        } catch {
            close(pipe.input)
            throw error
        }
        openInput = Lock(pipe.input)
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

    /// Closes the pipe; a second call does nothing.
    func closeInput() {
        openInput.withLock { input in
            if input >= 0 { close(input) }
            input = -1
        }
    }

    /// Waits until the user has quit the pager, even where the task is cancelled.
    func waitForEnd() async {
        closeInput()
        await Self.pool.run { [self] in blockUntilEnd() }
    }

    /// Blocks until the running pager, if any, has ended. A signal that does not come from the keyboard is passed on.
    static func endRunning(by signal: EndingSignal) {
        guard let pager = running.withLock({ $0 }) else { return }
        if signal != .interrupt { kill(pager.processID, signal.number) }
        pager.closeInput()
        pager.blockUntilEnd()
    }

    private func blockUntilEnd() {
        end.wait()
        end.signal()
    }
}

/// The program that shows long output page by page.
struct PagerCommand: Sendable, Hashable {
    /// The program and its arguments.
    let words: [String]

    /// All of its environment.
    let environment: [String: String]

    /// Chooses a pager as `git` does: `$PAGER`, else `less`.
    ///
    /// It is `nil` where `$PAGER` is empty or `cat`, where `less` is not installed, and where the terminal cannot move
    /// its cursor. A command of more than plain words is run by the shell. `less` shows colours, ends where all fits
    /// the window, and leaves its last page there (`LESS=FRX`), unless the user has set `LESS`.
    ///
    /// - Parameter isInstalled: whether there is a program of a name.
    init?(environment: [String: String], isInstalled: (String) -> Bool) {
        guard !["", "dumb"].contains(environment["TERM"] ?? "") else { return nil }
        let command = (environment["PAGER"] ?? "less").split(separator: " ").joined(separator: " ")
        guard !["", "cat"].contains(command), environment["PAGER"] != nil || isInstalled(command) else { return nil }
        let isPlain = command.utf8.allSatisfy { !Self.shellCharacters.contains($0) }
        words = isPlain ? command.split(separator: " ").map(String.init) : ["/bin/sh", "-c", command]
        self.environment = environment.merging(["LESS": "FRX", "LV": "-c"]) { own, _ in own }
    }

    private static let shellCharacters = Set("|&;<>()$`\\\"'*?[#~=%\n".utf8)
}
