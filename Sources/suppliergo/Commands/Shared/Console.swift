import SupplierGoKit

/// The process's streams, and how they may be written to.
struct Console: Sendable {
    /// Where data goes.
    private(set) var output: StandardOutput

    /// Where progress, warnings, summaries and errors go.
    let errors: StandardError

    /// What standard output leads to.
    private(set) var outputTraits: TerminalTraits

    /// What standard error leads to.
    let errorTraits: TerminalTraits

    /// How standard output is written to.
    private(set) var outputStyle: TextStyle

    /// How standard error is written to.
    let errorStyle: TextStyle

    /// How much is said on standard error.
    private(set) var verbosity: Verbosity

    /// What the process was started with.
    let environment: Environment

    private let color: ColorChoice

    /// The descriptor of the terminal that is drawn on where that is not standard output.
    private var terminal: Int32?

    /// Whether progress may be drawn.
    private(set) var drawsProgress = true

    /// The columns that were asked for, whatever the terminal has.
    private var chosenWidth: Int?

    /// Opens the process's own streams.
    init(color: ColorChoice = .auto, verbosity: Verbosity = .normal, environment: Environment) {
        output = StandardOutput()
        errors = StandardError()
        outputTraits = .of(.output, environment: environment.variables)
        errorTraits = .of(.error, environment: environment.variables)
        outputStyle = TextStyle(choice: color, isTerminal: outputTraits.isTerminal, environment: environment.variables)
        errorStyle = TextStyle(choice: color, isTerminal: errorTraits.isTerminal, environment: environment.variables)
        self.verbosity = verbosity
        self.environment = environment
        self.color = color
    }

    /// The same streams, but for data, which goes elsewhere: to no terminal.
    func writing(to output: StandardOutput) -> Console {
        var console = self
        console.output = output
        console.terminal = nil
        console.outputTraits = .other(environment: environment.variables)
        console.outputStyle = TextStyle(choice: color, isTerminal: false, environment: environment.variables)
        return console
    }

    /// The same streams while the terminal's screen is drawn on: nothing but errors is said.
    func drawing(onTerminal descriptor: Int32) -> Console {
        var console = self
        console.terminal = descriptor
        console.outputTraits = .of(descriptor, environment: environment.variables)
        console.outputStyle = TextStyle(choice: color, isTerminal: true, environment: environment.variables)
        console.verbosity = .quiet
        return console
    }

    /// The same streams, without progress that data would be printed into where both go to a terminal.
    func printingData() -> Console {
        var console = self
        console.drawsProgress = !outputTraits.isTerminal
        return console
    }

    /// The same streams, with data laid out for a width other than the terminal's.
    func laidOut(toWidth width: Int?) -> Console {
        var console = self
        console.chosenWidth = width
        console.outputTraits.width = width ?? outputTraits.width
        return console
    }

    /// What standard output leads to now: a window may have been resized.
    var currentOutputTraits: TerminalTraits {
        guard outputTraits.isTerminal else { return outputTraits }
        let descriptor = terminal ?? StandardStream.output.descriptor
        var traits = TerminalTraits.of(descriptor, environment: environment.variables)
        traits.width = chosenWidth ?? traits.width
        return traits
    }

    /// What standard error leads to now: a window may have been resized.
    var currentErrorTraits: TerminalTraits { .of(.error, environment: environment.variables) }

    /// Says why the run ends.
    func report(_ failure: Failure) {
        errors.writeLine("suppliergo: \(errorStyle.failure("error:")) \(failure.sentence)")
    }

    /// Says what is wrong, but does not end the run; foreign text may be in it.
    func warn(_ sentence: String) {
        guard verbosity > .quiet else { return }
        errors.writeLine("suppliergo: \(errorStyle.warning("warning:")) \(sentence.withoutCredentials.visibleText)")
    }

    /// Says that servers' certificates are not verified.
    ///
    /// - Parameter source: where that was given; `nil` where they are.
    func warnOfInsecurity(_ source: String?) {
        if let source { warn("servers' certificates are not verified, because of \(source)") }
    }

    /// Says what was done, or left; foreign text may be in it.
    func note(_ sentence: String) {
        guard verbosity > .quiet else { return }
        errors.writeLine("suppliergo: " + sentence.withoutCredentials.visibleText)
    }

    /// Says what became of one transfer, where that was asked for; foreign text may be in it.
    func trace(_ line: String) {
        guard verbosity == .verbose else { return }
        errors.writeLine(line.withoutCredentials.visibleText)
    }
}
