import SupplierGoKit

/// The process's streams, with their terminals and styles.
struct Console: Sendable {
    /// The destination of data.
    private(set) var output = StandardOutput()

    /// The destination of progress, warnings, summaries and errors.
    let errors = StandardError()

    /// The traits of the data's destination now: a window may have been resized.
    var outputTraits: TerminalTraits {
        let variables = environment.variables
        var traits = terminal.map { TerminalTraits.of($0, environment: variables) } ?? .other(environment: variables)
        traits.width = chosenWidth ?? traits.width
        return traits
    }

    /// The traits of standard error now.
    var errorTraits: TerminalTraits { .of(errors.descriptor, environment: environment.variables) }

    var outputStyle: TextStyle { outputTraits.style(color, environment: environment.variables) }
    var errorStyle: TextStyle { errorTraits.style(color, environment: environment.variables) }

    private(set) var verbosity: Verbosity
    let environment: Environment
    private let color: ColorChoice

    private(set) var drawsProgress = true

    /// The descriptor that data goes to, if it may be a terminal's.
    private var terminal: Int32? = StandardStream.output.descriptor

    /// The columns that data is laid out for; `nil` for those of the terminal.
    private var chosenWidth: Int?

    /// Opens the process's own streams.
    init(color: ColorChoice = .auto, verbosity: Verbosity = .normal, environment: Environment) {
        self.verbosity = verbosity
        self.environment = environment
        self.color = color
    }

    /// The same streams while the terminal's screen is drawn on: nothing but errors is said.
    func drawing(onTerminal descriptor: Int32) -> Console {
        var console = self
        (console.terminal, console.verbosity) = (descriptor, .quiet)
        return console
    }

    /// The same streams, without progress if data is printed to a terminal, too.
    func printingData() -> Console {
        var console = self
        console.drawsProgress = !outputTraits.isTerminal
        return console
    }

    /// The same streams, with data laid out for a width other than the terminal's.
    func laidOut(toWidth width: Int?) -> Console {
        var console = self
        console.chosenWidth = width
        return console
    }

    /// Prints text on standard output at once.
    func print(_ text: String) throws(OutputError) {
        try output.write(text)
        try output.flush()
    }

    /// Prints text, through a pager if one is wanted.
    func print(_ text: String, paged isPaged: Bool) async throws {
        try await paging(isPaged) { page in
            try await page.write { try print(text) }
        }
    }

    /// Prints an error.
    func report(_ failure: Failure) {
        errors.writeLine("suppliergo: \(errorStyle.failure("error:")) \(failure.sentence)")
        let traits = errorTraits
        let width = traits.isTerminal ? traits.width ?? .max : .max
        for line in failure.details {
            errors.writeLine(("  " + line).shortened(toWidth: width, ellipsis: errorStyle.ellipsis))
        }
    }

    /// Prints a warning; foreign text may be in it.
    func warn(_ sentence: String) {
        guard verbosity > .quiet else { return }
        errors.writeLine("suppliergo: \(errorStyle.warning("warning:")) \(sentence.asMessage)")
    }

    /// The most warnings of one kind.
    var warningLimit: Int { verbosity == .verbose ? .max : 10 }

    /// Warns of the damaged lines of a file of edits, which are not applied; the first few are named.
    func warn(of document: EditDocument, at path: String) {
        let limit = warningLimit
        for line in document.damagedLines.prefix(limit) {
            warn("line \(line.number) of your edits in '\(path)' is damaged and was ignored")
        }
        let unnamed = document.damagedLines.count - limit
        guard unnamed > 0 else { return }
        warn("\(Count.formatted(unnamed, "more line")) ignored ('\(Options.verbose.spelling)' names all)")
    }

    /// Prints what was done, or left; foreign text may be in it.
    func inform(_ sentence: String) {
        guard verbosity > .quiet else { return }
        errors.writeLine("suppliergo: " + sentence.asMessage)
    }

    /// Prints the line of one transfer under `--verbose`; foreign text may be in it.
    func trace(_ line: String) {
        guard verbosity == .verbose else { return }
        errors.writeLine(line.asMessage)
    }

    /// Does some work whose data goes to a file that a user named (``UserFile``).
    ///
    /// - Parameters:
    ///   - name: the file, for the failure.
    ///   - makesDirectories: true if missing directories on the way to it are made. Default `false`.
    ///   - isRegular: true if a pipe or a device is refused. Default `false`.
    ///   - replaces: true if it may take another file's place. Default `true`.
    ///   - work: writes the data. The file takes its place unless this throws.
    /// - Throws: ``Failure`` if the file cannot be written, ``FileError`` with ``FileError/Reason/exists`` if there is
    ///   another one that it may not replace, and whatever `work` does.
    func writingFile<Value>(
        at path: String, named name: String, makingDirectories makesDirectories: Bool = false, isRegular: Bool = false,
        replacing replaces: Bool = true, _ work: (Console) async throws -> Value
    ) async throws -> Value {
        func failure(_ reason: String) -> Failure { Failure(.inputOutput, "\(name) cannot be written: \(reason)") }
        do {
            if makesDirectories { try FileSystem.makeDirectories(FileSystem.directoryPrefix(of: path)) }
            let file = try await UserFile.prepare(at: path, isRegular: isRegular)
            var console = self
            (console.output, console.terminal) = (StandardOutput(descriptor: file.descriptor.rawValue), nil)
            let value = try await work(console)
            try await file.publish(replacing: replaces, unless: Signals.check)
            return value
        } catch let error as FileError where error.reason != .exists {
            throw failure(error.reason.description)
        } catch OutputError.failed(let errorNumber) {
            throw failure(FileError.text(of: errorNumber))
        }
    }
}
