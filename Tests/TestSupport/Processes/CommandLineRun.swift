import Glibc

/// A run of the built `suppliergo`, with nothing of this process's surroundings but its `PATH`.
///
/// ```swift
/// let result = try await CommandLineRun.result(of: ["list", "-c", TestData.path("catalog.json")])
/// #expect(result.status == 0)
/// ```
public final class CommandLineRun: Sendable {
    /// What the run reads from standard input.
    public enum Input: Sendable {
        /// Nothing: `/dev/null`.
        case none

        /// These bytes from a pipe, and then its end.
        case bytes([UInt8])

        /// A pipe that ``CommandLineRun/write(_:)`` fills and ``CommandLineRun/endInput()`` ends.
        case pipe
    }

    /// Which standard streams are a terminal, and how large it is.
    public struct Terminal: Sendable {
        /// The size in character cells.
        public var columns: UInt16 = 80, rows: UInt16 = 24

        /// Which streams are the terminal; the others are pipes.
        public var isInput = false, isOutput = true, isError = true

        /// What the terminal answers, once, as soon as it is asked for its attributes (`DA1`); `nil` for nothing.
        ///
        /// It is a terminal's input, so that this needs ``isInput``.
        public var answer: [UInt8]?

        /// Creates a terminal of 80 columns and 24 rows behind standard output and standard error.
        public init(columns: UInt16 = 80, isInput: Bool = false, isOutput: Bool = true, isError: Bool = true) {
            self.columns = columns
            self.isInput = isInput
            self.isOutput = isOutput
            self.isError = isError
        }
    }

    /// The path of the binary that was built together with the tests: it lies beside their executable.
    public static let builtExecutable: String = {
        var path = [UInt8](repeating: 0, count: 4096)
        let count = unsafe path.withUnsafeMutableBytes { buffer in
            let text = unsafe buffer.assumingMemoryBound(to: CChar.self)
            return unsafe text.baseAddress.map { unsafe readlink("/proc/self/exe", $0, text.count) } ?? 0
        }
        let directory = path.prefix(max(count, 0)).split(separator: UInt8(ascii: "/")).dropLast()
        return "/\(directory.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/"))/suppliergo"
    }()

    /// The run's configuration.
    public struct Configuration: Sendable {
        /// The program's path. Default ``CommandLineRun/builtExecutable``.
        public var executable = CommandLineRun.builtExecutable

        /// Environment variables besides `PATH`. Default none.
        public var environment: [String: String] = [:]

        /// Its input. Default nothing.
        public var input = Input.none

        /// The directory it starts in; `nil` for this process's.
        public var directory: String?

        /// Which streams are a terminal; `nil` for none.
        ///
        /// Its line discipline hands bytes on as they are written, without echo and without `\r` before `\n`, but
        /// turns control characters into signals.
        public var terminal: Terminal?

        /// How long it may take before it is killed, which fails the test. Default 90 seconds: many tests run at once.
        public var limit: Duration = .seconds(90)

        /// Creates the default configuration.
        public init() {}
    }

    /// The reason why there is no result.
    public enum Failure: Error, Hashable {
        /// It took longer than its limit and was killed; this is what it had written by then.
        case tookTooLong(output: String, errorOutput: String)

        /// It ended, or its output did, before it wrote what was waited for; this is what it wrote.
        case ended(output: String, errorOutput: String)
    }

    let child: ChildProcess

    /// Starts `suppliergo` with these arguments.
    ///
    /// - Throws: ``SystemError``.
    public init(_ arguments: [String], configuration: Configuration = Configuration()) throws {
        child = try ChildProcess(arguments: arguments, configuration: configuration)
    }

    deinit {
        child.send(signal: SIGKILL)
    }

    /// Runs `suppliergo` to its end.
    ///
    /// - Throws: ``Failure/tookTooLong(output:errorOutput:)``, ``SystemError``.
    public static func result(
        of arguments: [String], environment: [String: String] = [:], input: Input = .none, directory: String? = nil
    ) async throws -> ProcessResult {
        var configuration = Configuration()
        configuration.environment = environment
        configuration.input = input
        configuration.directory = directory
        return try await CommandLineRun(arguments, configuration: configuration).result()
    }

    /// The process's id.
    public var processID: Int32 { child.processID }

    /// Its standard output until now.
    public var standardOutput: [UInt8] { child.state.value.output }

    /// Its standard error until now.
    public var standardError: [UInt8] { child.state.value.error }

    /// Returns when it has written a text to standard output.
    ///
    /// - Throws: ``Failure``, or `CancellationError`.
    public func outputHolds(_ text: String) async throws {
        try await child.wait { $0.output.contains(Array(text.utf8)) ? true : $0.isOutputEnded ? false : nil }
    }

    /// Returns when it has written a text to standard error.
    ///
    /// - Throws: ``Failure``, or `CancellationError`.
    public func errorOutputHolds(_ text: String) async throws {
        try await child.wait { $0.error.contains(Array(text.utf8)) ? true : $0.isErrorEnded ? false : nil }
    }

    /// Waits for its end and the end of what it writes.
    ///
    /// - Throws: ``Failure/tookTooLong(output:errorOutput:)``, or `CancellationError`, after the run was killed.
    public func result() async throws -> ProcessResult {
        try await child.result()
    }

    /// Sends a signal; a run that has ended ignores it.
    public func send(signal: Int32) {
        child.send(signal: signal)
    }

    /// Writes to the run's standard input, a pipe or the terminal, as soon as there is room; `false` if it reads no
    /// more.
    @discardableResult
    public func write(_ bytes: [UInt8]) async throws -> Bool {
        try await child.write(bytes)
    }

    /// Ends the run's standard input.
    public func endInput() {
        child.endInput()
    }

    /// Stops reading standard output, as `head` does, so that further writing to it fails from now on.
    public func closeOutput() async throws {
        try await child.closeOutput()
    }
}
