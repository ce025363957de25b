/// `suppliergo completions SHELL`: prints a shell's completions.
struct CompletionsCommand: TextCommand {
    static let description = CommandDescription(
        name: "completions", overview: "Print a shell's completions.",
        discussion: """
            They complete commands, options, their values, named catalogs, and suppliers from the catalog's last \
            snapshot, without any network.
            """,
        argument: .init(
            name: "shell", meaning: "The shell: \(shells.joined(separator: ", ")).", isRequired: true,
            kind: .choice(shells), isSingle: true),
        examples: CompletionShell.allCases.map { shell in
            .init("suppliergo completions \(shell.rawValue) > \(shell.file)", "for \(shell.rawValue)")
        },
        readsSettings: false)

    private static let shells = CompletionShell.allCases.map(\.rawValue)

    private let shell: CompletionShell

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.requireWords()
        try arguments.refuseWords(beyond: 1)
        let name = arguments.text
        guard let shell = CompletionShell(rawValue: name) else {
            throw UsageError(
                "the argument '\(name)' is not one of " + Self.shells.joined(separator: ", "),
                nearest: NearestWord.to(name, among: Self.shells), see: .command(Self.description.name))
        }
        self.shell = shell
    }

    func text(width: Int?) -> String { shell.script }
}
