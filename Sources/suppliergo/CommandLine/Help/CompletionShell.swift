/// The shells that there are completions for.
enum CompletionShell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish

    /// Where the shell looks for completions, as a user types it.
    var file: String {
        switch self {
        case .bash: "~/.local/share/bash-completion/completions/suppliergo"
        case .zsh: "\"${fpath[1]}/_suppliergo\""
        case .fish: "~/.config/fish/completions/suppliergo.fish"
        }
    }

    /// The completions, made from the table of commands and options.
    var script: String {
        switch self {
        case .bash: BashCompletions().description
        case .zsh: ZshCompletions().description
        case .fish: FishCompletions().description
        }
    }
}
