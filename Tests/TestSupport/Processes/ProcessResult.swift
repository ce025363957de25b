/// The end of a run of the command line, and its output.
public struct ProcessResult: Sendable, Hashable {
    /// The ways a process ends.
    public enum End: Sendable, Hashable {
        /// It exited with a status.
        case exited(Int32)

        /// A signal ended it.
        case signalled(Int32)
    }

    /// Its end.
    public let end: End

    /// All it wrote to standard output, or to the terminal if that was one.
    public let standardOutput: [UInt8]

    /// All it wrote to standard error; empty if that was a terminal.
    public let standardError: [UInt8]

    /// The exit status, or `nil` if a signal ended it.
    public var status: Int32? {
        if case .exited(let status) = end { status } else { nil }
    }

    /// Standard output as text.
    public var output: String { String(decoding: standardOutput, as: UTF8.self) }

    /// Standard error as text.
    public var errorOutput: String { String(decoding: standardError, as: UTF8.self) }
}
