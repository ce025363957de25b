/// The candidates for an option's value or an argument, as a shell offers them.
enum Completion: Sendable, Hashable {
    case nothing
    case words([CompletionWord])
    case files
    case directories

    /// Files, and the named catalogs of the settings file.
    case catalogs

    /// Suppliers, by id or full name.
    case suppliers

    /// Suppliers that are edited, by id.
    case editedSuppliers

    /// Commands, and the other topics of help.
    case commands

    /// Words without a meaning.
    static func choices(_ words: [String]) -> Self { .words(words.map { CompletionWord(word: $0) }) }
}

/// A word that completions offer, and its meaning in one line.
struct CompletionWord: Sendable, Hashable {
    let word: String
    var meaning = ""
}

/// An unfinished command line, as far as it can be understood; errors in it are ignored.
struct PartialCommandLine {
    /// The candidates for the word that is being typed.
    let candidates: Completion

    /// `--name=`, if a value follows that in the same word.
    let prefix: String

    /// The word without ``prefix``.
    let word: String

    /// The options before it that lead to the suppliers.
    let locations: [String]

    /// Reads a command line's words, without the program's name.
    ///
    /// - Parameters:
    ///   - current: the word that is being typed, with its quotes removed.
    ///   - before: the words before it.
    init(_ current: String, after before: [String], of commands: CommandTable) {
        let words = ArgumentWords(before, of: commands)
        let locating = [Options.catalog.row.name, Options.cacheDirectory.row.name]
        locations = words.options.filter { locating.contains($0.name) }.map { "--\($0.name)=\($0.text)" }
        let command = words.command?.description
        var option = words.pending?.option
        var prefix = ""
        if option == nil, !words.hasEnded, let sign = current.firstIndex(of: "=") {
            option = commands.options(of: command).first { !$0.isFlag && $0.spelling == current[..<sign] }
            if option != nil { prefix = String(current[...sign]) }
        }
        self.prefix = prefix
        word = String(current.dropFirst(prefix.count))
        if let option {
            candidates = option.value.completion
        } else if current.hasPrefix("-"), !words.hasEnded {
            candidates = .words(commands.optionWords(of: command))
        } else if let command {
            candidates = command.argument?.completion ?? .nothing
        } else if words.arguments.isEmpty {
            candidates = .words(commands.completionWords(inGroup: words.group))
        } else {
            candidates = .nothing
        }
    }
}
