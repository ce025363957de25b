import SupplierGoKit

/// Writes lines for people to standard error, and keeps the progress line below them.
///
/// A process has one of these, so that no line tears the progress line. What goes wrong on standard error has nowhere
/// to be told, and is ignored.
final class StandardError: Sendable {
    private let writer: DescriptorWriter
    private let state = Lock(State())

    private struct State {
        /// The progress line that is drawn; empty where none is.
        var progress: [UInt8] = []

        /// Lines that wait for the terminal to be free again; `nil` where it is.
        var held: [UInt8]?

        /// Whether another program has the terminal, so that nothing is drawn.
        var isElsewhere = false
    }

    /// Creates a writer; the default is the process's standard error.
    init(descriptor: Int32 = StandardStream.error.descriptor) {
        writer = DescriptorWriter(descriptor: descriptor)
    }

    /// Writes one line with one `write(2)`, above the progress line where that is drawn.
    ///
    /// - Parameter text: the line without its end. Escape sequences in it are obeyed: foreign parts must have been
    ///   through ``Swift/String/visibleText``.
    func writeLine(_ text: String) {
        state.withLock { state in
            guard state.held == nil else {
                state.held?.append(contentsOf: Array((text + "\n").utf8))
                return
            }
            var bytes = state.progress.isEmpty ? [] : ProgressLine.erasure
            bytes.append(contentsOf: text.utf8)
            bytes.append(UInt8(ascii: "\n"))
            bytes.append(contentsOf: state.progress)
            _ = writer.write(bytes)
        }
    }

    /// Holds lines back from now on: what another program is about to show would push them out of sight.
    func holdLines() {
        state.withLock { $0.held = $0.held ?? [] }
    }

    /// Holds everything back from now on, while another program has the terminal.
    func hold() {
        holdLines()
        state.withLock { $0.isElsewhere = true }
    }

    /// Writes the lines that were held back, and holds nothing back any more.
    func release() {
        state.withLock { state in
            if let held = state.held, !held.isEmpty { _ = writer.write(held) }
            state.held = nil
            state.isElsewhere = false
        }
    }

    /// Draws the progress line, in place of the one that was drawn before.
    ///
    /// - Parameter line: what ``ProgressLine`` gave.
    func draw(_ line: [UInt8]) {
        state.withLock { state in
            guard !state.isElsewhere else { return }
            state.progress = line
            _ = writer.write(line)
        }
    }

    /// Takes the progress line away, where one is drawn.
    func eraseProgress() {
        state.withLock { state in
            guard !state.progress.isEmpty else { return }
            state.progress = []
            _ = writer.write(ProgressLine.erasure)
        }
    }
}
