import SupplierGoKit

/// The process's streams, with their terminals and styles.
struct Console: Sendable {
    /// The destination of data.
    private(set) var output: StandardOutput

    /// The destination of progress, warnings, summaries and errors.
    let errors: StandardError

    private(set) var outputTraits: TerminalTraits
    let errorTraits: TerminalTraits

    var outputStyle: TextStyle { outputTraits.style(color, environment: environment.variables) }
    var errorStyle: TextStyle { errorTraits.style(color, environment: environment.variables) }

    private(set) var verbosity: Verbosity
    let environment: Environment
    private let color: ColorChoice

    private(set) var drawsProgress = true

    /// The descriptor of the terminal that is drawn on, if that is not standard output.
    private var terminal: Int32?

    /// The columns that were asked for, whatever the terminal has.
    private var chosenWidth: Int?

    /// Opens the process's own streams.
    init(color: ColorChoice = .auto, verbosity: Verbosity = .normal, environment: Environment) {
        output = StandardOutput()
        errors = StandardError()
        outputTraits = .of(StandardStream.output.descriptor, environment: environment.variables)
        errorTraits = .of(errors.descriptor, environment: environment.variables)
        self.verbosity = verbosity
        self.environment = environment
        self.color = color
    }

    /// The same streams, but for data, which goes elsewhere: to no terminal.
    func writing(to output: StandardOutput) -> Console {
        var console = self
        (console.output, console.terminal) = (output, nil)
        console.outputTraits = .other(environment: environment.variables)
        return console
    }

    /// The same streams while the terminal's screen is drawn on: nothing but errors is said.
    func drawing(onTerminal descriptor: Int32) -> Console {
        var console = self
        (console.terminal, console.verbosity) = (descriptor, .quiet)
        console.outputTraits = .of(descriptor, environment: environment.variables)
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
        if let width { console.outputTraits.width = width }
        return console
    }

    /// The traits of standard output now: a window may have been resized.
    var currentOutputTraits: TerminalTraits {
        guard outputTraits.isTerminal else { return outputTraits }
        let descriptor = terminal ?? StandardStream.output.descriptor
        var traits = TerminalTraits.of(descriptor, environment: environment.variables)
        traits.width = chosenWidth ?? traits.width
        return traits
    }

    /// The traits of standard error now: a window may have been resized.
    var currentErrorTraits: TerminalTraits { .of(errors.descriptor, environment: environment.variables) }

    /// Prints text on standard output at once.
    func print(_ text: String) throws(OutputError) {
        try output.write(text)
        try output.flush()
    }

    /// Prints text, through a pager if one is wanted.
    func print(_ text: String, paged isPaged: Bool) async throws {
        try await paging(isPaged) {
        } write: { _ in
            try print(text)
        } finish: { _, _ in
        }
    }

    /// Prints an error.
    func report(_ failure: Failure) {
        errors.writeLine("suppliergo: \(errorStyle.failure("error:")) \(failure.sentence)")
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

    /// Does some work whose data goes to a file instead of standard output; without a path it goes there.
    ///
    /// The file takes its place only if the work was done, at least in part: if it fails, finds nothing or is ended,
    /// the file that was there stays as it was.
    ///
    /// - Parameter width: the columns that the data is laid out for; `nil` for those of the terminal.
    /// - Throws: ``Failure`` if the file cannot be written, and whatever `work` does.
    func withOutput(
        to path: String?, width: Int? = nil, _ work: (Console) async throws -> ExitStatus
    ) async throws -> ExitStatus {
        guard let path else { return try await work(laidOut(toWidth: width)) }
        return try await writingFile(at: path, named: "the file '\(path)' of '\(Options.output.spelling)'") { console in
            let status = try await work(console.laidOut(toWidth: width))
            return (status, isPublished: status == .done || status == .partlyDone)
        }
    }

    /// Does some work whose data goes to a file that a user named (``UserFile``).
    ///
    /// - Parameters:
    ///   - name: the file, for the failure.
    ///   - makesDirectories: true if missing directories on the way to it are made. Default `false`.
    ///   - isRegular: true if a pipe or a device is refused. Default `false`.
    ///   - replaces: true if it may take another file's place. Default `true`.
    ///   - work: returns a value, and whether the file takes its place.
    /// - Throws: ``Failure`` if the file cannot be written, ``FileError`` with ``FileError/Reason/exists`` if there is
    ///   another one that it may not replace, and whatever `work` does.
    func writingFile<Value>(
        at path: String, named name: String, makingDirectories makesDirectories: Bool = false, isRegular: Bool = false,
        replacing replaces: Bool = true, _ work: (Console) async throws -> (Value, isPublished: Bool)
    ) async throws -> Value {
        func failure(_ reason: String) -> Failure { Failure(.inputOutput, "\(name) cannot be written: \(reason)") }
        do {
            if makesDirectories { try FileSystem.makeDirectories(FileSystem.directoryPrefix(of: path)) }
            let file = try await UserFile.prepare(at: path, isRegular: isRegular)
            let output = StandardOutput(descriptor: file.descriptor.rawValue)
            let (value, isPublished) = try await work(writing(to: output))
            if isPublished { try await file.publish(replacing: replaces, unless: Signals.check) }
            return value
        } catch let error as FileError where error.reason != .exists {
            throw failure(error.reason.description)
        } catch OutputError.failed(let errorNumber) {
            throw failure(FileError.text(of: errorNumber))
        }
    }

    /// Does some work while a line on standard error shows its progress; the line is gone when this returns.
    ///
    /// Nothing is drawn if standard error is not a terminal, or a dumb one, or only errors are wanted. It is drawn by
    /// time and not by what is done, so that what is shown is true also while one server keeps all waiting.
    ///
    /// - Parameters:
    ///   - label: the noun for the count, in the plural; `waiting` is the line until the first of them is counted.
    ///   - patience: the time before the line is drawn: work that ends sooner needs none.
    ///   - progress: asked ten times a second.
    func showingProgress<Value: Sendable>(
        of label: String, waiting: String, after patience: Duration = .zero,
        _ progress: @escaping @Sendable () async -> Progress, during work: () async throws -> Value
    ) async throws -> Value {
        defer { errors.eraseProgress() }
        guard drawsProgress, errorTraits.movesCursor, verbosity > .quiet else { return try await work() }
        let line = ProgressLine(label: label, waiting: waiting, style: errorStyle)
        // Its end is awaited before the line is erased.
        async let _ = keepDrawing(line, after: patience, progress)
        return try await work()
    }

    /// Draws again and again until the task is cancelled.
    private func keepDrawing(
        _ first: ProgressLine, after patience: Duration, _ progress: @Sendable () async -> Progress
    ) async {
        var line = first
        do {
            if patience > .zero { try await Task.sleep(for: patience) }
            while !Task.isCancelled {
                // The width is asked for each time: the window may have been resized.
                if let width = currentErrorTraits.width,
                    let drawing = line.update(await progress(), width: width, at: .now)
                {
                    errors.draw(drawing)
                }
                try await Task.sleep(for: ProgressLine.interval)
            }
        } catch {
            // The work is done.
        }
    }

    // MARK: Paging

    /// Prints data through a pager (`Program.pager`); returns when its user has quit that.
    ///
    /// Lines for standard error are held back until the pager has ended: its page would be drawn over them. If data
    /// goes to no terminal, or every transfer is traced, there is no pager.
    ///
    /// - Parameters:
    ///   - isWanted: true if there should be a pager at all.
    ///   - prepare: the work before there is something to show; the pager starts after it.
    ///   - write: writes the data; cancelled if the pager is quit before.
    ///   - finish: does the rest once all data is written.
    func paging<Prepared: Sendable, Written: Sendable, Value: Sendable>(
        _ isWanted: Bool, prepare: () async throws -> Prepared,
        write: @escaping @Sendable (Prepared) async throws -> Written,
        finish: (Prepared, Written) async throws -> Value
    ) async throws -> Value {
        let program = isWanted ? self.pager : nil
        if program != nil { errors.holdLines() }
        let prepared: Prepared
        do {
            prepared = try await prepare()
        } catch {
            if program != nil { errors.release() }
            throw error
        }
        guard let program, let pager = start(program) else {
            return try await finish(prepared, try await write(prepared))
        }
        let result = await Result {
            let written = try await whileOpen(pager) { try await write(prepared) }
            pager.closeInput()
            return try await finish(prepared, written)
        }
        _ = await pager.waitForEnd()
        return try result.get()
    }

    /// The program that data goes through, or `nil` without one, or no terminal.
    private var pager: Program? {
        let path = environment.variables["PATH"] ?? ""
        guard outputTraits.isTerminal, verbosity < .verbose else { return nil }
        return Program.pager(in: environment.variables) { Program.isInstalled($0, path: path) }
    }

    /// Starts the pager and sends the data there; a command that does not exist is warned of.
    private func start(_ program: Program) -> ForegroundProgram? {
        errors.hold()
        do throws(SystemFailure) {
            let pager = try ForegroundProgram(program) { [errors] in errors.release() }
            output.redirect(to: pager.input)
            return pager
        } catch {
            errors.release()
            warn("no pager is used, since \(error)")
            return nil
        }
    }

    /// Does some work until it is done, or the pager's user has seen enough, also while nothing is there to be written.
    /// Later output goes to standard output again.
    private func whileOpen<Value: Sendable>(
        _ pager: ForegroundProgram, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        defer { output.redirect(to: StandardStream.output.descriptor) }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                for await _ in pager.untilEnd {}
                return nil
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() ?? nil else { throw OutputError.closedByReader }
            return value
        }
    }
}
