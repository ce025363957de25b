/// The program that shows long output page by page.
struct PagerCommand: Sendable, Hashable {
    /// The program and its arguments.
    let words: [String]

    /// All of its environment.
    let environment: [String: String]

    /// Decides on a pager as `git` does: `$PAGER`, or `less`; `nil` for none, where that is empty or `cat`, where `less` is
    /// not installed, or where the terminal cannot move its cursor.
    ///
    /// A command that has more than words in it is the shell's, which is the user's own. `less` shows colours, ends where
    /// all fits the window, and leaves what it showed there (`LESS=FRX`), unless the user has said how it should be.
    ///
    /// - Parameter isInstalled: whether there is a program of a name.
    init?(environment: [String: String], isInstalled: (String) -> Bool) {
        guard !["", "dumb"].contains(environment["TERM"] ?? "") else { return nil }
        let command = (environment["PAGER"] ?? "less").split(separator: " ").joined(separator: " ")
        guard !["", "cat"].contains(command), environment["PAGER"] != nil || isInstalled(command) else { return nil }
        let isPlain = command.utf8.allSatisfy { !Self.shellCharacters.contains($0) }
        words = isPlain ? command.split(separator: " ").map(String.init) : ["/bin/sh", "-c", command]
        self.environment = environment.merging(["LESS": "FRX", "LV": "-c"]) { own, _ in own }
    }

    private static let shellCharacters = Set("|&;<>()$`\\\"'*?[#~=%\n".utf8)

    /// Whether a program of a name is in `PATH`.
    static func isInstalled(_ name: String, path: String) -> Bool {
        path.split(separator: ":").map(String.init).contains { ExecutableFile.exists(at: $0 + "/" + name) }
    }
}
