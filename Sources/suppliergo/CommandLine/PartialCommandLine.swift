/// An unfinished command line, as far as it can be understood; errors in it are ignored.
struct PartialCommandLine {
    /// The candidates for the word that is being typed.
    let candidates: Completion

    /// `--name=`, if a value follows that in the same word.
    let prefix: String

    /// The word without ``prefix``.
    let word: String

    /// The words before it that say where the suppliers are.
    let locations: [String]

    /// Reads a command line's words, without the program's name.
    ///
    /// - Parameters:
    ///   - current: the word that is being typed, with its quotes removed.
    ///   - before: the words before it.
    init(_ current: String, after before: [String]) {
        let words = ArgumentWords(before)
        let locating = [Options.catalog.row.name, Options.cacheDirectory.row.name]
        locations = words.options.filter { locating.contains($0.name) }.map { "--\($0.name)=\($0.value ?? "")" }
        let command = words.command?.description
        var option = words.pending?.option
        var prefix = ""
        if option == nil, !words.hasEnded, let sign = current.firstIndex(of: "=") {
            let options = command?.takenOptions ?? Options.all
            option = options.first { !$0.isFlag && $0.spelling == current[..<sign] }
            if option != nil { prefix = String(current[...sign]) }
        }
        self.prefix = prefix
        word = String(current.dropFirst(prefix.count))
        if let option {
            candidates = option.value.completion
        } else if current.hasPrefix("-"), !words.hasEnded {
            candidates = .words(CompletionWord.options(of: command))
        } else if let command {
            candidates = command.argument?.completion ?? .nothing
        } else if words.arguments.isEmpty {
            candidates = .words(words.group.map(CompletionWord.members) ?? CompletionWord.commands)
        } else {
            candidates = .nothing
        }
    }
}
