extension Program {
    private static let shellCharacters = Set("|&;<>()$`\\\"'*?[#~=%\n".utf8)

    /// Chooses the program that shows long output page by page, as `git` does: `$PAGER`, else `less`.
    ///
    /// It is `nil` if `$PAGER` is empty or `cat`, if `less` is not installed, and if the terminal cannot move its
    /// cursor. A command of more than plain words is run by the shell. `less` shows colours, ends if all fits the
    /// window, and leaves its last page there (`LESS=FRX`), unless the user has set `LESS`.
    ///
    /// - Parameter isInstalled: true if there is a program of a name.
    static func pager(in environment: [String: String], isInstalled: (String) -> Bool) -> Program? {
        guard !["", "dumb"].contains(environment["TERM"] ?? "") else { return nil }
        let command = (environment["PAGER"] ?? "less").split(separator: " ").joined(separator: " ")
        guard !["", "cat"].contains(command), environment["PAGER"] != nil || isInstalled(command) else { return nil }
        let isPlain = command.utf8.allSatisfy { !shellCharacters.contains($0) }
        return Program(
            words: isPlain ? command.split(separator: " ").map(String.init) : ["/bin/sh", "-c", command],
            environment: environment.merging(["LESS": "FRX", "LV": "-c"]) { own, _ in own }, input: .pipe)
    }
}
