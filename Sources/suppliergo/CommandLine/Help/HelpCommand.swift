/// `suppliergo help [COMMAND]`: prints help.
struct HelpCommand: TextCommand {
    static let description = CommandDescription(
        name: "help", overview: "Print help for a command.",
        argument: .init(
            name: "command",
            meaning: "A command, or one of \(HelpTopic.names.joined(separator: ", ")). Default: the program.",
            isRequired: false, completion: .commands),
        readsSettings: false)

    let topic: HelpTopic
    let commands: CommandTable

    /// True if only a summary is printed, which fits on a screen.
    var isBrief = false

    func text(width: Int?) -> String { HelpText(topic, of: commands, width: width, isBrief: isBrief).description }
}

extension HelpCommand {
    init(_ arguments: Arguments) throws(UsageError) {
        if let named = HelpTopic.named.first(where: { [$0.name] == arguments.words }) {
            self.init(topic: named.topic, commands: arguments.commands)
            return
        }
        let words = ArgumentWords(arguments.words, of: arguments.commands)
        if var error = words.error {
            error.nearest = error.nearest ?? NearestWord.to(arguments.words[0], among: HelpTopic.names)
            throw error
        }
        self.init(topic: words.topic, commands: arguments.commands)
    }
}

/// `suppliergo man`: prints the manual page.
struct ManualCommand: TextCommand {
    static let description = CommandDescription(
        name: "man", overview: "Print the manual page, for man to format.",
        examples: [
            ("suppliergo man | man -l -", "read it"),
            ("suppliergo man > ~/.local/share/man/man1/suppliergo.1", "install it"),
        ],
        readsSettings: false)

    private let commands: CommandTable

    init(_ arguments: Arguments) { commands = arguments.commands }

    func text(width: Int?) -> String { ManualPage(of: commands).description }
}
