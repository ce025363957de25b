/// The shells that there are completions for.
///
/// A script passes the words of a command line on to `suppliergo complete-word`, quotes and all, and offers what that
/// prints: a line that says whether files or directories are offered too, then a word a line, and after a tab what it
/// means.
enum CompletionShell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish

    /// The path of the file that the shell reads completions from; `nil` if no variable leads to it.
    func path(in environment: Environment) -> String? {
        let (base, file) =
            switch self {
            case .bash: (EnvironmentVariable.dataHome, "bash-completion/completions/suppliergo")
            case .zsh: (.dataHome, "zsh/site-functions/_suppliergo")
            case .fish: (.configurationHome, "fish/completions/suppliergo.fish")
            }
        return environment.baseDirectory(base).map { "\($0)/\(file)" }
    }

    /// A sentence on what else the shell needs to read the completions at a path.
    func need(for path: String, in environment: Environment) -> String {
        switch self {
        case .bash: return "The package bash-completion reads it in every new shell."
        case .zsh:
            let directory = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex))
            let home = environment[.home].map { $0 + "/" } ?? "/"
            let isAtHome = home != "/" && directory.hasPrefix(home)
            let word = isAtHome ? "~/" + String(directory.dropFirst(home.count)).shellWord : directory.shellWord
            return "Put 'fpath+=(\(word))' before compinit in ~/.zshrc."
        case .fish: return "Every new shell reads it."
        }
    }

    /// The completions, with a line feed at the end.
    var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    /// For bash 4 and later, without any other package.
    private static let bashScript = #"""
        # Completions of suppliergo for bash.

        _suppliergo() {
            # Bash splits words at '=' and ':' as well: what no space divides is put together again.
            local line=${COMP_LINE:0:COMP_POINT} words=() index part
            for ((index = 0; index <= COMP_CWORD; index++)); do
                if [[ $index -eq 0 || $line == [[:space:]]* ]]; then
                    line=${line#"${line%%[![:space:]]*}"}
                    words+=('')
                fi
                part=${COMP_WORDS[index]}
                [[ $index -eq $COMP_CWORD ]] && part=$line
                words[${#words[@]} - 1]+=$part
                line=${line#"$part"}
            done
            local typed=${words[${#words[@]} - 1]} kind='' word meaning kept='' width=0 meanings=()

            COMPREPLY=()
            {
                IFS= read -r kind
                while IFS=$'\t' read -r word meaning; do COMPREPLY+=("$word") meanings+=("$meaning"); done
            } < <("${words[0]/#\~/$HOME}" complete-word bash -- "$typed" "${words[@]:1:${#words[@]}-2}" 2>/dev/null)
            if [[ $kind == files || $kind == directories ]]; then
                compopt -o filenames 2>/dev/null
                [[ $typed == --*=* ]] && part=${typed%%=*}= || part=''
                while IFS= read -r word; do COMPREPLY+=("$part$word"); done \
                    < <(compgen "-${kind:0:1}" -- "${typed#"$part"}")
            fi

            # Bash replaces only what follows the last '=' or ':' of the word.
            [[ $COMP_WORDBREAKS == *=* && $typed == *=* ]] && kept=${typed%"${typed##*=}"}
            [[ $COMP_WORDBREAKS == *:* && $typed == *:* ]] && kept=${typed%"${typed##*:}"}
            for index in "${!COMPREPLY[@]}"; do
                COMPREPLY[index]=${COMPREPLY[index]#"$kept"}
                ((${#COMPREPLY[index]} > width)) && width=${#COMPREPLY[index]}
            done

            # Words that are only shown, at a second Tab, are followed by what they mean.
            [[ $COMP_TYPE == 63 && ${#COMPREPLY[@]} -gt 1 ]] || return 0
            # Of file names readline shows only what follows the last '/', also of a URL that a name stands for.
            ((${#meanings[@]})) && compopt +o filenames 2>/dev/null
            for index in "${!meanings[@]}"; do
                [[ ${meanings[index]} ]] || continue
                printf -v kept '%*s' $((width - ${#COMPREPLY[index]})) ''
                word="${COMPREPLY[index]}$kept  -- ${meanings[index]}"
                COMPREPLY[index]=${word:0:${COLUMNS:-80} - 1}
            done
        }

        complete -F _suppliergo suppliergo

        """#

    private static let zshScript = #"""
        #compdef suppliergo

        # Completions of suppliergo for zsh, which quotes by itself what it inserts.

        _suppliergo() {
            local -a found shown
            local line kind=''
            for line in ${(f)"$(_call_program suppliergo ${(q)words[1]} complete-word zsh -- ${(q)PREFIX} \
                ${(q)words[2,CURRENT-1]} 2>/dev/null)"}; do
                if [[ -z $kind ]]; then kind=$line; continue; fi
                found+=(${line%%$'\t'*})
                shown+=(${line/$'\t'/  -- })
            done
            (($#found)) && compadd -U -V suppliergo -l -d shown -a found
            [[ $kind == words ]] || compset -P '--*='
            case $kind in
                files) _files ;;
                directories) _files -/ ;;
            esac
        }

        if [[ $funcstack[1] == _suppliergo ]]; then
            _suppliergo "$@"
        else
            compdef _suppliergo suppliergo
        fi

        """#

    private static let fishScript = #"""
        # Completions of suppliergo for fish, which quotes by itself what it inserts.

        function __suppliergo_complete
            set -l words (commandline -opc)
            set -l typed (commandline -ct)
            set -l lines ($words[1] complete-word fish -- "$typed" $words[2..-1] 2>/dev/null)
            set -l prefix (string match -r -- '^--[^=]*=' "$typed"; or echo)
            set -l value (string replace -r -- '^--[^=]*=' '' "$typed")
            switch "$lines[1]"
                case files
                    printf '%s\n' $prefix(__fish_complete_path "$value")
                case directories
                    printf '%s\n' $prefix(__fish_complete_directories "$value")
            end
            test (count $lines) -gt 1; and printf '%s\n' $lines[2..-1]
        end

        complete -c suppliergo -f -k -a '(__suppliergo_complete)'

        """#
}
