extension Console {
    /// Throws if a command has neither a value nor a terminal for an editor.
    func requireEditor(unless hasValues: Bool, of command: CommandDescription) throws(UsageError) {
        guard !hasValues, !(outputTraits.isTerminal && StandardStream.input.isTerminal) else { return }
        let names = Options.fields.map { "'\($0.option.spelling)'" }.joined(separator: ", ")
        throw command.misuse("nothing to change: give \(names), or a terminal for an editor")
    }
}
