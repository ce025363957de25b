import Glibc
import SupplierGoKit

/// Reads what a program prints, in a process group of its own that ends with its reader.
///
/// The group is ended when the program has, when it exceeds its time, when the last reference is dropped, and when this
/// process ends. Standard input is `/dev/null`; the last line of standard error is kept for the error.
final class ProgramReader: Sendable {
    /// The reason why a program failed: a clause that follows its name.
    struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        let description: String
    }

    private struct Streams {
        var output: Int32
        var error: Int32

        /// The end of standard error.
        var errorTail: [UInt8] = []
    }

    private static let running = Lock<Set<Int32>>([])
    private static let tailLimit = 4096

    private let process: ChildProcess
    private let streams: Lock<Streams>
    private let limit: Duration

    /// When it must have ended; `nil` if the limit is for its silence.
    private let end: ContinuousClock.Instant?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - limit: how long it may be silent.
    ///   - isTotal: true if the limit is for the whole run instead. Default `false`.
    /// - Throws: ``SystemFailure``.
    init(_ program: Program, limit: Duration, isTotal: Bool = false) throws(SystemFailure) {
        self.limit = limit
        end = isTotal ? .now + limit : nil
        let (output, error) = (try Pipe(), try Pipe())
        var program = program
        program.output = .descriptor(output.input)
        program.error = .descriptor(error.input)
        program.startsSession = true
        defer {
            close(output.input)
            close(error.input)
        }
        do {
            process = try program.start()
        } catch {
            close(output.output)
            throw error
        }
        streams = Lock(Streams(output: output.output, error: error.output))
        Self.running.withLock { _ = $0.insert(process.id) }
    }

    deinit {
        stop()
        streams.withLock { streams in
            close(streams.output)
            if streams.error >= 0 { close(streams.error) }
        }
    }

    /// Blocks until the program prints something or ends; for one thread at a time.
    ///
    /// - Returns: some bytes, or `nil` after the last ones of a program that succeeded.
    /// - Throws: ``Failure``. What was read before is then of no use.
    func next() throws(Failure) -> [UInt8]? {
        while true {
            let deadline = end ?? .now + limit
            let isOpen = streams.withLock { $0.error >= 0 }
            let ready = wait(until: deadline, forOutput: true)
            guard ready.output || ready.error else { throw timeout() }
            if ready.error, isOpen { readError() }
            if ready.output {
                let block = Descriptor.read(from: streams.withLock { $0.output }, within: .zero) ?? []
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
        let descriptors = streams.withLock { [forOutput ? $0.output : -1, $0.error] }
        let isReady = Descriptor.wait(for: descriptors, until: deadline) ?? [false, false]
        return (isReady[0], isReady[1])
    }

    private func readError() {
        streams.withLock { streams in
            let block = Descriptor.read(from: streams.error, within: .zero) ?? []
            if block.isEmpty {
                close(streams.error)
                streams.error = -1
            }
            streams.errorTail = (streams.errorTail + block).suffix(Self.tailLimit)
        }
    }

    private var lastErrorLine: String {
        let lines = streams.withLock { $0.errorTail }.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        return lines.map { String(decoding: $0, as: UTF8.self).trimmed }.last { !$0.isEmpty } ?? ""
    }
}
