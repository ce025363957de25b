import Glibc
import SupplierGoKit

/// Reads what a program prints, in its own process group, which ends with its reader.
///
/// The group is ended when the program has, when it exceeds its time, when the last reference is dropped, and when this
/// process ends. Standard input is `/dev/null`; the last line of standard error is kept for the error.
final class ProgramReader: Sendable {
    /// The reason why a program failed: a clause that follows its name.
    struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        let description: String
    }

    private static let running = Lock<Set<Int32>>([])
    private static let tailLimit = 4096

    private let process: ChildProcess
    private let errorOutput = Lock((isOpen: true, tail: [UInt8]()))
    private let limit: Duration

    /// When it must have ended; `nil` if the limit is for its silence.
    private let end: ContinuousClock.Instant?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - limit: the longest time without output.
    ///   - isTotal: true if the limit is for the whole run instead. Default `false`.
    /// - Throws: ``SystemFailure``.
    init(_ program: Program, limit: Duration, isTotal: Bool = false) throws(SystemFailure) {
        self.limit = limit
        end = isTotal ? .now + limit : nil
        var program = program
        (program.output, program.error, program.startsSession) = (.pipe, .pipe, true)
        process = try program.start()
        Self.running.withLock { _ = $0.insert(process.id) }
    }

    deinit { stop() }

    /// Reads on a thread that may block. If the task is cancelled, the program ends.
    ///
    /// - Throws: errors of `body`, and `CancellationError`.
    func read<Value: Sendable>(_ body: @escaping @Sendable (ProgramReader) throws -> Value) async throws -> Value {
        do {
            return try await withTaskCancellationHandler {
                try await BlockingThreads.waiting.run { try body(self) }
            } onCancel: {
                stop()
            }
        } catch {
            try Task.checkCancellation()
            throw error
        }
    }

    /// Blocks until the program prints something or ends; for one thread at a time.
    ///
    /// - Returns: some bytes, or `nil` after the last ones of a program that succeeded.
    /// - Throws: ``Failure``. What was read before is then of no use.
    func next() throws(Failure) -> [UInt8]? {
        while true {
            let deadline = end ?? .now + limit
            let ready = wait(until: deadline, forOutput: true)
            guard ready.output || ready.error else { throw timeout() }
            if ready.error { readError() }
            if ready.output {
                let block = Self.read(process.output)
                guard block.isEmpty else { return block }
                try finish(until: deadline)
                return nil
            }
        }
    }

    /// Ends the program and all that it has started. Does nothing if it has ended.
    func stop() { Self.end(process) }

    /// Ends all programs that this process reads.
    static func endAll() {
        for id in running.withLock({ $0 }) { end(ChildProcess(id: id)) }
    }

    private static func end(_ process: ChildProcess) {
        guard running.withLock({ $0.remove(process.id) }) != nil else { return }
        kill(-process.id, SIGTERM)
        let hasEnded = process.status(until: .now + .milliseconds(200)) != nil
        kill(-process.id, SIGKILL)
        if !hasEnded { process.status() }
    }

    /// Waits for the end after the output's.
    private func finish(until deadline: ContinuousClock.Instant) throws(Failure) {
        while true {
            let status = process.status(until: .now + .milliseconds(10))
            while wait(until: .now, forOutput: false).error { readError() }
            guard let status else {
                guard .now < deadline else { throw timeout() }
                continue
            }
            // Processes that it has left running end with it.
            if Self.running.withLock({ $0.remove(process.id) }) != nil { kill(-process.id, SIGKILL) }
            guard status != 0 else { return }
            let signal = status & 0x7f
            let end = signal == 0 ? "ended with status \(status >> 8 & 0xff)" : "was ended by signal \(signal)"
            let line = lastErrorLine
            throw Failure(description: end + (line.isEmpty ? "" : ": \(line)"))
        }
    }

    private func timeout() -> Failure {
        stop()
        let seconds = limit / .seconds(1)
        let text = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
        return Failure(description: "printed nothing for \(text) second\(text == "1" ? "" : "s")")
    }

    /// The streams that can be read, or have ended.
    private func wait(until deadline: ContinuousClock.Instant, forOutput: Bool) -> (output: Bool, error: Bool) {
        let streams = [forOutput ? process.output : nil, errorOutput.withLock { $0.isOpen } ? process.error : nil]
        let isReady = Descriptor.wait(for: streams.map { $0?.rawValue ?? -1 }, until: deadline) ?? [false, false]
        return (isReady[0], isReady[1])
    }

    private func readError() {
        let block = Self.read(process.error)
        errorOutput.withLock { errorOutput in
            errorOutput.isOpen = !block.isEmpty
            errorOutput.tail = (errorOutput.tail + block).suffix(Self.tailLimit)
        }
    }

    private static func read(_ stream: FileDescriptor?) -> [UInt8] {
        stream.flatMap { Descriptor.read(from: $0.rawValue, within: .zero) } ?? []
    }

    private var lastErrorLine: String {
        let lines = errorOutput.withLock { $0.tail }.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        return lines.map { String(decoding: $0, as: UTF8.self).trimmed }.last { !$0.isEmpty } ?? ""
    }
}
