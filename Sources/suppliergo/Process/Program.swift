import CSystem
internal import Dispatch
import Glibc
import SupplierGoKit

/// Another program, started beside this one without a shell.
struct Program: Sendable {
    /// One of its standard streams.
    enum Stream: Sendable, Hashable {
        /// This process's own.
        case inherited

        /// `/dev/null`.
        case null

        /// A pipe; ``ChildProcess`` has its other end.
        case pipe
    }

    /// The program's name, which is searched for in `PATH` unless it has a slash, and its arguments; at least the name.
    let words: [String]

    /// All of its environment.
    let environment: [String: String]

    /// The file to run, if it is not the one that the first word names.
    var file: String?

    /// Standard input.
    var input = Stream.null

    /// Standard output.
    var output = Stream.null

    /// Standard error.
    var error = Stream.null

    /// True if it starts a new session: it has no terminal, and gets no signals from this process's.
    var startsSession = false

    /// Starts it with default signal handling and no signal blocked. It inherits no other descriptor.
    ///
    /// - Throws: ``SystemFailure``, with `ENOENT` if there is no such program.
    func start() throws(SystemFailure) -> ChildProcess {
        var pipes: [Pipe?] = []
        for stream in [input, output, error] { pipes.append(stream == .pipe ? try Pipe() : nil) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe addStreams(pipes, to: &actions)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        // POSIX_SPAWN_SETSID of <spawn.h>, which Swift does not import.
        let session: Int32 = startsSession ? 0x80 : 0
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | session))
        let name = words[0]
        var processID: pid_t = 0
        let errorNumber = unsafe Self.withCStrings(words) { words in
            unsafe Self.withCStrings(environment.map { $0.key + "=" + $0.value }) { variables in
                unsafe posix_spawnp(&processID, file ?? name, &actions, &attributes, words, variables)
            }
        }
        guard errorNumber == 0 else { throw SystemFailure("start '\(name)'", errorNumber) }
        return ChildProcess(id: processID, input: pipes[0]?.input, output: pipes[1]?.output, error: pipes[2]?.output)
    }

    private func addStreams(_ pipes: [Pipe?], to actions: inout posix_spawn_file_actions_t) {
        let ends = [pipes[0]?.output, pipes[1]?.input, pipes[2]?.input]
        for (number, (stream, end)) in zip(Int32(0)..., zip([input, output, error], ends)) {
            if stream == .null { unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0) }
            if let end { unsafe posix_spawn_file_actions_adddup2(&actions, end.rawValue, number) }
        }
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    }

    /// Lends strings as a C array that ends with a null pointer.
    private static func withCStrings<Value>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
    ) -> Value {
        let pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe body(pointers)
    }

    /// Tests if a program of a name is in a `PATH`.
    static func isInstalled(_ name: String, path: String) -> Bool {
        path.split(separator: ":").contains { unsafe access($0 + "/" + name, X_OK) == 0 }
    }
}

extension Program {
    /// A command for the shell.
    init(shell command: String, environment: [String: String]) {
        self.init(words: ["sh", "-c", command], environment: environment)
    }

    /// Runs the program for its output, without a terminal or input and within limits, and blocks until it and all
    /// that it has started have ended.
    ///
    /// - Parameters:
    ///   - limit: the longest time that it may take.
    ///   - byteLimit: the most bytes that it may print.
    /// - Returns: its output; `nil` if it could not be started, failed, or was killed for exceeding a limit.
    func readOutput(within limit: Duration, byteLimit: Int) -> [UInt8]? {
        do {
            let reader = try ProgramReader(restricted(to: limit), limit: limit, isTotal: true)
            var output: [UInt8] = []
            while let block = try reader.next() {
                output += block
                guard output.count <= byteLimit else { return nil }
            }
            return output
        } catch {
            return nil
        }
    }

    /// The program as `sh` becomes it after it has limited processor time, memory, the size of files to nothing and the
    /// number of descriptors (`ulimit`), which also holds for what it starts, and if this process ends first.
    private func restricted(to limit: Duration) -> Program {
        let seconds = max(1, Int((limit / .seconds(1)).rounded(.up)))
        // A limit that is lower already cannot be raised, and holds.
        let limits = ["-t \(seconds)", "-d 1048576", "-n 32"].map { "{ ulimit \($0) 2>/dev/null || :; }" }
        let script = (limits + ["ulimit -f 0", "exec \"$@\""]).joined(separator: " && ")
        return Program(words: ["sh", "-c", script, "sh"] + words, environment: environment, file: "/bin/sh")
    }
}

/// A process that this one has started by ``Program/start()``.
struct ChildProcess: Sendable {
    /// The process's id.
    let id: Int32

    /// The end of its standard input that this process writes to, if it is a pipe.
    var input: FileDescriptor?

    /// The end of its standard output that this process reads from, if it is a pipe.
    var output: FileDescriptor?

    /// The same of its standard error.
    var error: FileDescriptor?

    /// Blocks until the process has ended; every end is waited for here, by one thread.
    ///
    /// - Parameter deadline: when to stop waiting; `nil` for never.
    /// - Returns: the status as `waitpid(2)` gives it, 0 for success and -1 if that fails, or `nil` if the process
    ///   still runs at the deadline.
    @discardableResult
    func status(until deadline: ContinuousClock.Instant? = nil) -> Int32? {
        var status: Int32 = 0
        while true {
            switch unsafe waitpid(id, &status, deadline == nil ? 0 : WNOHANG) {
            case id: return status
            case -1 where errno != EINTR: return -1
            default: break
            }
            guard let deadline else { continue }
            guard .now < deadline else { return nil }
            poll(nil, 0, 1)
        }
    }
}

/// A system call that failed.
struct SystemFailure: Error, Hashable, CustomStringConvertible {
    /// The operation that failed, a verb phrase.
    let operation: String

    /// The `errno`.
    let errorNumber: Int32

    /// Creates a failure.
    init(_ operation: String, _ errorNumber: Int32) {
        self.operation = operation
        self.errorNumber = errorNumber
    }

    /// A clause: `this process could not start 'less' (No such file or directory)`.
    var description: String { "this process could not \(operation) (\(FileError.text(of: errorNumber)))" }
}

extension Program {
    private static let shellCharacters = Set("|&;<>()$`\\\"'*?[#~=%\n".utf8)

    /// Chooses the program that shows long output page by page, as `git` does: `$PAGER`, else `less`.
    ///
    /// It is `nil` if `$PAGER` is empty or `cat`, if `less` is not installed, and if the terminal cannot move its
    /// cursor. A command of more than plain words is run by the shell. `less` shows colours, ends if all fits the
    /// window, and leaves its last page there (`LESS=FRX`), unless the user has set `LESS`.
    ///
    /// - Parameter isInstalled: true if there is a program of a name.
    static func pager(in environment: [String: String], isInstalled: (String) -> Bool) -> Program? {
        guard !["", "dumb"].contains(environment["TERM"] ?? "") else { return nil }
        let command = (environment["PAGER"] ?? "less").split(separator: " ").joined(separator: " ")
        guard !["", "cat"].contains(command), environment["PAGER"] != nil || isInstalled(command) else { return nil }
        let isPlain = command.utf8.allSatisfy { !shellCharacters.contains($0) }
        return Program(
            words: isPlain ? command.split(separator: " ").map(String.init) : ["/bin/sh", "-c", command],
            environment: environment.merging(["LESS": "FRX", "LV": "-c"]) { own, _ in own }, input: .pipe)
    }
}

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
        if signal != .interrupt { kill(program.process.id, signal.number) }
        program.closeInput()
        program.end.wait()
    }
}
