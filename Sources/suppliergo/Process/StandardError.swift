import SupplierGoKit

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
            if let held = state.held { write(held) }
            state.held = nil
            state.isSuspended = false
        }
    }

    /// Draws the progress line over the last one.
    ///
    /// - Parameter line: what ``ProgressLine`` gave.
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
