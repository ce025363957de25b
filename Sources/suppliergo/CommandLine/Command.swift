/// Something that the program can do; each command has a folder under `Commands/`.
///
/// A command is made from its arguments and runs once. A new one takes a type that conforms to this and a place in
/// ``CommandTable/suppliergo``: parsing, help, the manual page and completions all follow from its description.
protocol Command: Sendable {
    /// Its options, its argument and its help.
    static var description: CommandDescription { get }

    /// Reads the arguments; no file and no network is touched.
    init(_ arguments: Arguments) throws(UsageError)

    /// Does the work, and returns the exit status.
    func run(on console: Console) async throws -> ExitStatus
}

/// A command that only prints a text, for which no task has to start.
protocol TextCommand: Command {
    /// The text.
    ///
    /// - Parameter width: the columns of the terminal that it goes to, or `nil` if that is not a terminal.
    func text(width: Int?) -> String
}

extension TextCommand {
    /// Prints the text, through a pager if it is longer than the window.
    func run(on console: Console) async throws -> ExitStatus {
        try await console.paging(!fits(console)) {
        } write: { _ in
            try write(on: console)
        } finish: { _, _ in
            .done
        }
    }

    /// Tests if no pager is needed.
    func fits(_ console: Console) -> Bool {
        guard let height = console.outputTraits.height else { return true }
        return text(width: console.outputTraits.width).utf8.count { $0 == UInt8(ascii: "\n") } < height
    }

    /// Prints the text as it is.
    func write(on console: Console) throws(OutputError) {
        try console.print(text(width: console.outputTraits.width))
    }
}
