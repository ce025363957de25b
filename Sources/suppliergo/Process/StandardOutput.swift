import Glibc
import SupplierGoKit

/// Writes data to standard output in large blocks.
///
/// Bytes are kept until there are 64 KiB of them or ``flush()`` is called, which a writer does before it waits for
/// more. `SIGPIPE` must be ignored in the process, so that a closed reader is an error here.
final class StandardOutput: Sendable {
    private static let blockSize = 65_536

    private struct State {
        var descriptor: Int32
        var pending: [UInt8] = []
    }

    private let state: Lock<State>

    /// Creates a writer; the default is the process's standard output.
    init(descriptor: Int32 = StandardStream.output.descriptor) {
        state = Lock(State(descriptor: descriptor))
    }

    /// Sends what is written from now on to another descriptor; bytes that were not flushed are dropped.
    func redirect(to descriptor: Int32) {
        state.withLock { $0 = State(descriptor: descriptor) }
    }

    /// Adds bytes; blocks if the reader is slow.
    func write(_ bytes: [UInt8]) throws(OutputError) {
        try state.withLock { (state) throws(OutputError) in
            if state.pending.isEmpty && bytes.count >= Self.blockSize {
                state.pending = bytes
            } else {
                state.pending.append(contentsOf: bytes)
            }
            if state.pending.count >= Self.blockSize { try Self.drain(&state) }
        }
    }

    /// Adds text in UTF-8.
    func write(_ text: String) throws(OutputError) {
        try write(Array(text.utf8))
    }

    /// Writes what is pending.
    func flush() throws(OutputError) {
        try state.withLock { (state) throws(OutputError) in try Self.drain(&state) }
    }

    /// Writes all bytes; if that fails, drops only those that were written, so that none is written twice or lost.
    private static func drain(_ state: inout State) throws(OutputError) {
        let (written, errorNumber) = Descriptor.write(state.pending, to: state.descriptor)
        guard errorNumber == 0 else {
            state.pending.removeFirst(written)
            throw errorNumber == EPIPE ? .closedByReader : .failed(errorNumber: errorNumber)
        }
        state.pending = []
    }
}

/// An error of writing standard output.
enum OutputError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reader has closed its end, as `head` does when it has seen enough. `SupplierGo` ends with status 0 then.
    case closedByReader

    /// The system refused, with this `errno`.
    case failed(errorNumber: Int32)

    /// One sentence without a full stop.
    var description: String {
        switch self {
        case .closedByReader: "the reader of standard output has closed it"
        case .failed(let errorNumber): "standard output cannot be written: \(FileError.text(of: errorNumber))"
        }
    }
}

/// Writes lines for people to standard error, and keeps the progress line below them.
///
/// A process has one of these, so that no line is drawn into the progress line. Errors of standard error itself are
/// ignored: there is nowhere to report them.
struct StandardError: Sendable {
    var descriptor = StandardStream.error.descriptor
    private let state = Lock(State())

    private struct State {
        /// The progress line as it is drawn; empty if none is.
        var progress: [UInt8] = []

        /// Lines that wait until the terminal is free again; `nil` if it is.
        var held: [UInt8]?

        /// True if another program has the terminal, so that nothing is drawn.
        var isSuspended = false
    }

    /// Writes one line with one `write(2)`, above the progress line if that is drawn.
    ///
    /// - Parameter text: the line without its end. A terminal obeys escape sequences in it: foreign text must have been
    ///   through ``Swift/String/visibleText``.
    func writeLine(_ text: String) {
        state.withLock { state in
            let line = Array((text + "\n").utf8)
            guard state.held == nil else {
                state.held?.append(contentsOf: line)
                return
            }
            write(state.progress.isEmpty ? line : ProgressLine.erasure + line + state.progress)
        }
    }

    /// Holds lines back from now on, since what another program is about to show would push them out of sight.
    func holdLines() {
        state.withLock { $0.held = $0.held ?? [] }
    }

    /// Holds everything back from now on, while another program has the terminal.
    func hold() {
        holdLines()
        state.withLock { $0.isSuspended = true }
    }

    /// Writes the lines that were held back, and stops holding.
    func release() {
        state.withLock { state in
            if let held = state.held.take() { write(held) }
            state.isSuspended = false
        }
    }

    /// Draws the progress line over the last one.
    ///
    /// - Parameter line: the bytes of ``ProgressLine/update(_:width:at:)``.
    func draw(_ line: [UInt8]) {
        state.withLock { state in
            guard !state.isSuspended else { return }
            state.progress = line
            write(line)
        }
    }

    /// Erases the progress line if one is drawn.
    func eraseProgress() {
        state.withLock { state in
            guard !state.progress.isEmpty else { return }
            state.progress = []
            write(ProgressLine.erasure)
        }
    }

    private func write(_ bytes: [UInt8]) {
        _ = Descriptor.write(bytes, to: descriptor)
    }
}
