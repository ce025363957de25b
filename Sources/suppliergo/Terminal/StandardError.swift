import SupplierGoKit

/// Writes lines for people to standard error, and keeps the progress line below them.
///
/// A process has one of these, so that no line tears the progress line. What goes wrong on standard error has nowhere
/// to be told, and is ignored.
final class StandardError: Sendable {
    private let writer: DescriptorWriter
    private let progress = Lock<[UInt8]>([])

    /// Creates a writer; the default is the process's standard error.
    init(descriptor: Int32 = StandardStream.error.descriptor) {
        writer = DescriptorWriter(descriptor: descriptor)
    }

    /// Writes one line with one `write(2)`, above the progress line where that is drawn.
    ///
    /// - Parameter text: the line without its end. Escape sequences in it are obeyed: foreign parts must have been
    ///   through ``Swift/String/visibleText``.
    func writeLine(_ text: String) {
        progress.withLock { progress in
            var bytes = progress.isEmpty ? [] : ProgressLine.erasure
            bytes.append(contentsOf: text.utf8)
            bytes.append(UInt8(ascii: "\n"))
            bytes.append(contentsOf: progress)
            _ = writer.write(bytes)
        }
    }

    /// Draws the progress line, in place of the one that was drawn before.
    ///
    /// - Parameter line: what ``ProgressLine`` gave.
    func draw(_ line: [UInt8]) {
        progress.withLock { progress in
            progress = line
            _ = writer.write(line)
        }
    }

    /// Takes the progress line away, where one is drawn.
    func eraseProgress() {
        progress.withLock { progress in
            guard !progress.isEmpty else { return }
            progress = []
            _ = writer.write(ProgressLine.erasure)
        }
    }
}
