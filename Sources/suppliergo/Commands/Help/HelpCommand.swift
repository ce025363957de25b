/// `suppliergo help [COMMAND]`: prints help.
struct HelpCommand: TextCommand {
    static let description = CommandDescription(
        name: "help", overview: "Print help for a command.",
        argument: .init(
            name: "command",
            meaning: "The command, or one of \(HelpTopic.names.joined(separator: ", ")); without it, all of them.",
            isRequired: false, kind: .command),
        readsSettings: false)

    /// What is asked about.
    let topic: HelpTopic

    init(topic: HelpTopic) {
        self.topic = topic
    }

    init(_ arguments: Arguments) throws(UsageError) {
        if let named = HelpTopic.named.first(where: { [$0.name] == arguments.words }) {
            topic = named.topic
            return
        }
        do throws(UsageError) {
            topic = try ArgumentWords(arguments.words).topic
        } catch {
            var error = error
            error.nearest = error.nearest ?? NearestWord.to(arguments.words[0], among: HelpTopic.names)
            throw error
        }
    }

    func text(width: Int?) -> String { HelpText(topic, width: width).description }
}

/// `suppliergo man`: prints the manual page.
struct ManualCommand: TextCommand {
    static let description = CommandDescription(
        name: "man", overview: "Print the manual page, for man to format.",
        examples: [
            .init("suppliergo man | man -l -", "read it"),
            .init("suppliergo man > ~/.local/share/man/man1/suppliergo.1", "install it"),
        ],
        readsSettings: false)

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseWords()
    }

    func text(width: Int?) -> String { ManualPage().description }
}
