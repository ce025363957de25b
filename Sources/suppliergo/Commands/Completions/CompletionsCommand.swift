import SupplierGoKit

/// `suppliergo completions [SHELL]`: prints a shell's completions, or writes them to the file that the shell reads.
struct CompletionsCommand: Command {
    static let description = CommandDescription(
        name: "completions", overview: "Print or install a shell's completions.",
        discussion: """
            They complete commands, options, values, named catalogs, and suppliers from the catalog's last snapshot, \
            without using the network.
            """,
        argument: .init(
            name: "shell",
            meaning: """
                The shell: \(shells.joined(separator: ", ")). Default: the one in $SHELL with \
                '\(Options.install.spelling)'; otherwise all are listed, with their files.
                """,
            isRequired: false, completion: .choices(shells), isSingle: true),
        options: [Options.install.row],
        examples: [
            ("suppliergo completions bash --install", "for bash, into the file it reads"),
            ("suppliergo completions zsh > _suppliergo", "into a file of your choice"),
        ],
        readsSettings: false)

    private static let shells = CompletionShell.allCases.map(\.rawValue)

    /// The shell, or `nil` if none is named.
    private let shell: CompletionShell?

    /// The file to write; `nil` to print.
    private let path: String?

    init(_ arguments: Arguments) throws(UsageError) {
        let (installs, environment) = (arguments[Options.install], arguments.environment)
        let variable = environment[.shell].flatMap { $0.split(separator: "/").last }.map(String.init)
        let name = arguments.words.first ?? (installs ? variable : nil)
        shell = name.flatMap { CompletionShell(rawValue: $0) }
        path = installs ? shell?.path(in: environment) : nil
        if let name, shell == nil {
            let known = "is not one of " + Self.shells.joined(separator: ", ")
            if arguments.words.isEmpty { throw .badVariable(.shell, "names the shell '\(name)', which \(known)") }
            let nearest = NearestWord.to(name, among: Self.shells)
            throw Self.description.misuse("the argument '\(name)' \(known)", nearest: nearest)
        }
        if installs, name == nil { throw .badVariable(.shell, "is not set: name a shell") }
        if installs, path == nil { throw .badVariable(.home, "does not name a directory to write to") }
    }

    func run(on console: Console) async throws -> ExitStatus {
        if let shell, let path {
            try await console.writingFile(at: path, named: "the file '\(path)'", makingDirectories: true) {
                try $0.print(shell.script)
            }
            console.inform("the completions are in \(path). \(shell.need(for: path, in: console.environment))")
        } else {
            try console.print(shell?.script ?? Self.places(in: console.environment))
        }
        return .done
    }

    private static func places(in environment: Environment) -> String {
        let fields = CompletionShell.allCases.map { shell in
            FieldTable.Field("  " + shell.rawValue, (shell.path(in: environment) ?? "").visibleText)
        }
        return """
            Completions belong in these files:
            \(FieldTable(fields: fields).text)
            'suppliergo completions --install' writes the one of your shell,
            'suppliergo completions SHELL' prints the one of another.

            """
    }
}

extension Options {
    static let install = Option(.output, flag: "install", "Write the completions to the file the shell reads.")
}

/// Prints completions of the last word of a command line; called by the shells' scripts.
struct CompleteCommand: Command {
    static let description = CommandDescription(
        name: "complete-word", overview: "Print the completions of a word.", isHidden: true)

    private let shell: CompletionShell
    private let word: ShellWord
    private let line: PartialCommandLine
    private let commands: CommandTable
    private let loading: LoadingOptions?

    /// The named catalogs of the settings file, with their locations.
    private let catalogs: [CompletionWord]

    /// Reads the shell, the word that is being typed and the words before it, as the shell has them: quotes and all.
    init(_ arguments: Arguments) throws(UsageError) {
        guard let shell = arguments.words.first.flatMap({ CompletionShell(rawValue: $0) }) else {
            throw UsageError(
                "unknown command '\(Self.description.name)'", nearest: CompletionsCommand.description.name,
                see: .program)
        }
        self.shell = shell
        let home = arguments.environment[.home]
        let words = arguments.words.dropFirst().map { ShellWord($0, home: home) }
        commands = arguments.commands
        word = words.first ?? ShellWord("", home: home)
        let line = PartialCommandLine(word.text, after: words.dropFirst().map(\.text), of: commands)
        self.line = line
        catalogs = arguments.settings.sections.map { section in
            let location = arguments.location(of: section)?.hidingSecrets.visibleText ?? ""
            return CompletionWord(word: section.name, meaning: location)
        }
        do throws(UsageError) {
            // The catalog is found as 'list' finds it.
            let list = arguments.commands.command(named: "list") ?? Self.self
            let words = ArgumentWords([list.description.name, "--offline"] + line.locations, of: arguments.commands)
            loading = try LoadingOptions(
                Arguments(words, for: list.description, in: arguments.environment, settings: arguments.settings))
        } catch {
            // Suppliers cannot be found, but everything else can.
            loading = nil
        }
    }

    func run(on console: Console) async throws -> ExitStatus {
        // The command itself will say what is wrong.
        let quietConsole = Console(verbosity: .quiet, environment: console.environment)
        var kind = "words"
        let words: [CompletionWord]
        switch line.candidates {
        case .nothing: words = []
        case .words(let known): words = known.filter { $0.word.hasPrefix(line.word) }
        case .commands:
            let known = commands.completionWords() + HelpTopic.names.map { CompletionWord(word: $0) }
            words = known.filter { $0.word.hasPrefix(line.word) }
        case .files: (kind, words) = ("files", [])
        case .directories: (kind, words) = ("directories", [])
        case .catalogs: (kind, words) = ("files", catalogs.filter { $0.word.hasPrefix(line.word) })
        case .suppliers: words = try await offered { try await suppliers(on: quietConsole) }
        case .editedSuppliers: words = try await offered { try await editedSuppliers(on: quietConsole) }
        }
        let lines = words.map { "\(text(of: $0))\t\($0.meaning)\n" }
        try console.print(kind + "\n" + lines.joined())
        return .done
    }

    /// A word as the shell's script inserts it; zsh and fish quote by themselves.
    private func text(of word: CompletionWord) -> String {
        shell == .bash ? self.word.bashCompletion(to: line.prefix + word.word) : line.prefix + word.word
    }

    // MARK: Suppliers

    /// The most suppliers that are offered.
    static let limit = 100

    /// The time for which the catalog is searched.
    private static let patience = Duration.milliseconds(300)

    /// The words that a function finds; none if it fails, which the command itself will report.
    private func offered(_ find: () async throws -> [CompletionWord]) async throws -> [CompletionWord] {
        do {
            return try await find()
        } catch {
            try Task.checkCancellation()
            return []
        }
    }

    /// The suppliers whose id or full name begins with the word, in the catalog's snapshot or its file.
    ///
    /// The user waits for a Tab to be answered, so it never touches the network, and stops at ``limit`` suppliers or
    /// after ``patience``, however long the catalog is. One that cannot be read has no suppliers.
    private func suppliers(on console: Console) async throws -> [CompletionWord] {
        guard let loading, loading.location != .standardInput else { return [] }
        return try await Session.with(loading, on: console) { session in
            let reader = SupplierReader(in: session, warn: { _ in })
            let deadline = ContinuousClock.now + Self.patience
            var words: [CompletionWord] = []
            while words.count < Self.limit, ContinuousClock.now < deadline, let batch = await reader.next() {
                words += batch.suppliers.lazy.compactMap(word).prefix(Self.limit - words.count)
            }
            return words
        }
    }

    /// The ids of the suppliers that are edited, the newest edits first.
    private func editedSuppliers(on console: Console) async throws -> [CompletionWord] {
        let edits = try await loading?.storedEdits(on: console).newestFirst ?? []
        return edits.filter { $0.id.rawValue.hasPrefix(line.word) }.compactMap { edit in
            word(edit.id.rawValue, edit.kind.rawValue)
        }
    }

    /// A supplier's word, or `nil` if neither id nor name begins with the typed word, or a shell could not hold it.
    ///
    /// A catalog's text ends up on a command line here: hidden characters, and a word that would be an option, must
    /// not.
    private func word(for supplier: Supplier) -> CompletionWord? {
        if supplier.id.rawValue.hasPrefix(line.word) { return word(supplier.id.rawValue, supplier.fullname) }
        guard supplier.fullname.lowercased().hasPrefix(line.word.lowercased()) else { return nil }
        return word(supplier.fullname, supplier.company)
    }

    private func word(_ word: String, _ meaning: String) -> CompletionWord? {
        guard word.utf8.first != UInt8(ascii: "-"), word == word.visibleText else { return nil }
        return CompletionWord(word: word, meaning: meaning.visibleText)
    }
}
