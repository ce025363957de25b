import Dispatch
import Glibc
import SupplierGoKit

/// A child process, the threads that read what it writes, and the one that waits for its end.
final class ChildProcess: Sendable {
    struct State: Sendable {
        var output: [UInt8] = []
        var error: [UInt8] = []
        var isOutputEnded = false
        var isErrorEnded = false
        var end: ProcessResult.End?
        var isOverTime = false
    }

    let processID: Int32
    let state = Watched(State())
    private let input: Lock<Int32?>
    private let outputReader: DescriptorReader
    private let errorReader: DescriptorReader?

    init(arguments: [String], configuration: CommandLineRun.Configuration) throws {
        let spawned = try Spawn.start(arguments: arguments, configuration: configuration)
        processID = spawned.processID
        input = Lock(spawned.input)
        outputReader = try DescriptorReader(spawned.output)
        errorReader = try spawned.error.map { descriptor throws(SystemError) in try DescriptorReader(descriptor) }
        do {
            try startThreads(limit: configuration.limit, answer: configuration.terminal?.answer)
        } catch {
            kill(processID, SIGKILL)
            throw error
        }
        if case .bytes(let bytes) = configuration.input {
            try BlockingThread.start { [self] in
                _ = writeBlocking(bytes)
                endInput()
            }
        }
    }

    private func startThreads(limit: Duration, answer: [UInt8]?) throws {
        try BlockingThread.start { [state, processID] in
            var information = unsafe siginfo_t()
            while unsafe waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
            // Reaped under the lock: a signal must not go to another process that got the same id.
            state.update { state in
                var status: Int32 = 0
                unsafe waitpid(processID, &status, 0)
                state.end = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .signalled(status & 0x7f)
            }
        }
        try BlockingThread.start { [self] in
            var answer = answer
            while let bytes = outputReader.next() {
                if let known = answer, bytes.contains([0x1b, 0x5b, 0x63]) {
                    answer = nil
                    _ = writeBlocking(known)
                }
                state.update { $0.output += bytes }
            }
            state.update { $0.isOutputEnded = true }
        }
        if let errorReader {
            try BlockingThread.start { [state] in
                while let bytes = errorReader.next() { state.update { $0.error += bytes } }
                state.update { $0.isErrorEnded = true }
            }
        } else {
            state.update { $0.isErrorEnded = true }
        }
        let deadline = DispatchTime.now() + .milliseconds(Int(limit / .milliseconds(1)))
        DispatchQueue.global().asyncAfter(deadline: deadline) { [weak self] in
            self?.send(signal: SIGKILL, isOverTime: true)
        }
    }

    func send(signal: Int32, isOverTime: Bool = false) {
        state.update { [processID] state in
            guard state.end == nil || isOverTime && !(state.isOutputEnded && state.isErrorEnded) else { return }
            state.isOverTime = state.isOverTime || isOverTime
            if state.end == nil { kill(processID, signal) }
        }
        guard isOverTime else { return }
        outputReader.stop()
        errorReader?.stop()
    }

    func result() async throws -> ProcessResult {
        do {
            try await wait { $0.end != nil && $0.isOutputEnded && $0.isErrorEnded ? true : nil }
        } catch let error as CancellationError {
            send(signal: SIGKILL)
            throw error
        }
        let state = state.value
        guard let end = state.end else { throw failure(state) }
        return ProcessResult(end: end, standardOutput: state.output, standardError: state.error)
    }

    /// Waits until the state decides: `true` is what was hoped for, `false` means that it can come no more.
    func wait(until decision: @escaping @Sendable (State) -> Bool?) async throws {
        // The state may have gone on once this returns: what it decided counts.
        let decided = Lock<Bool?>(nil)
        try await state.until { state in
            let decision = decision(state)
            decided.withLock { $0 = decision }
            return decision != nil || state.isOverTime
        }
        let state = state.value
        guard !state.isOverTime, decided.withLock({ $0 }) == true else { throw failure(state) }
    }

    private func failure(_ state: State) -> CommandLineRun.Failure {
        let output = String(decoding: state.output, as: UTF8.self)
        let errorOutput = String(decoding: state.error, as: UTF8.self)
        return state.isOverTime
            ? .tookTooLong(output: output, errorOutput: errorOutput) : .ended(output: output, errorOutput: errorOutput)
    }

    func write(_ bytes: [UInt8]) async throws -> Bool {
        try await BlockingThread.run { [self] in writeBlocking(bytes) }
    }

    /// Lends the descriptor that feeds standard input: the person's end, if that is a terminal.
    func withInput<Value>(_ body: (Int32) -> Value) -> Value? {
        input.withLock { $0.map(body) }
    }

    func endInput() {
        input.withLock { input in
            if let descriptor = input { close(descriptor) }
            input = nil
        }
    }

    func closeOutput() async throws {
        outputReader.stop()
        try await wait { $0.isOutputEnded ? true : nil }
    }

    private func writeBlocking(_ bytes: [UInt8]) -> Bool {
        // A reader that is gone is to be an error of `write`, not a signal; blocked, it stays with this thread.
        var pipeSignal = sigset_t()
        unsafe sigemptyset(&pipeSignal)
        unsafe sigaddset(&pipeSignal, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &pipeSignal, nil)
        guard let descriptor = input.withLock({ $0.map { dup($0) } }) else { return false }
        defer { close(descriptor) }
        return unsafe bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }
}
