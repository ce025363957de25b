import SupplierGoKit

/// What completions run: prints how the last word of a command line may go on.
struct CompleteCommand: Command {
    static let description = CommandDescription(
        name: "complete-word", overview: "Print how a word may go on.", isHidden: true)

    private let shell: CompletionShell
    private let word: ShellWord
    private let line: PartialCommandLine
    private let loading: LoadingOptions?

    /// The named catalogs of the settings file, with their locations.
    private let catalogs: [CompletionWord]

    /// Takes the shell, the word that is being typed and the words before it, as the shell has them: quotes and all.
    init(_ arguments: Arguments) throws(UsageError) {
        guard let shell = arguments.words.first.flatMap({ CompletionShell(rawValue: $0) }) else {
            throw UsageError(
                "unknown command '\(Self.description.name)'", nearest: CompletionsCommand.description.name,
                see: .program)
        }
        self.shell = shell
        let home = arguments.environment[.home]
        let words = arguments.words.dropFirst().map { ShellWord($0, home: home) }
        word = words.first ?? ShellWord("", home: home)
        let line = PartialCommandLine(word.text, after: words.dropFirst().map(\.text))
        self.line = line
        catalogs = arguments.settings.sections.map { section in
            let location = arguments.location(of: section)?.hidingCredentials.visibleText ?? ""
            return CompletionWord(word: section.name, meaning: location)
        }
        do throws(UsageError) {
            loading = try LoadingOptions(
                Arguments(
                    ArgumentWords(["list", "--offline"] + line.locations), for: ListCommand.description,
                    in: arguments.environment, settings: arguments.settings))
        } catch {
            // Suppliers cannot be found, but everything else can.
            loading = nil
        }
    }

    func run(on console: Console) async throws -> ExitStatus {
        var kind = "words"
        let words: [CompletionWord]
        switch line.candidates {
        case .nothing: words = []
        case .words(let known): words = known.filter { $0.word.hasPrefix(line.word) }
        case .commands:
            let known = CompletionWord.commands + HelpTopic.names.map { CompletionWord(word: $0) }
            words = known.filter { $0.word.hasPrefix(line.word) }
        case .files: (kind, words) = ("files", [])
        case .directories: (kind, words) = ("directories", [])
        case .catalogs: (kind, words) = ("files", catalogs.filter { $0.word.hasPrefix(line.word) })
        case .suppliers: words = try await SupplierCompletion(of: line.word, from: loading).words()
        case .editedSuppliers: words = await SupplierCompletion(of: line.word, from: loading).editedWords()
        }
        let lines = words.map { "\(text(of: $0))\t\($0.meaning)\n" }
        try console.output.write(kind + "\n" + lines.joined())
        try console.output.flush()
        return .done
    }

    /// A word as the shell's script inserts it; zsh and fish quote by themselves.
    private func text(of word: CompletionWord) -> String {
        shell == .bash ? self.word.bashCompletion(to: line.prefix + word.word) : line.prefix + word.word
    }
}
