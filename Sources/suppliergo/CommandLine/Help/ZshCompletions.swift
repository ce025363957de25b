/// Completions for zsh.
struct ZshCompletions: CustomStringConvertible {
    /// The script, with a line feed at its end.
    var description: String {
        Self.template
            .replacing("@valued@", with: CompletionWord.optionsWithValue.joined(separator: "|"))
            .replacing("@groups@", with: Commands.groups.joined(separator: "|"))
            .replacing("@words@", with: words)
            .replacing("@options@", with: options)
    }

    private static let template = #"""
        #compdef suppliergo

        # Completions of suppliergo for zsh.

        # Suppliers or named catalogs, as the program knows them.
        _suppliergo_ask() {
            local -a found shown
            local line
            for line in ${(f)"$(_call_program $1 ${(q)__suppliergo_words[1]} $1 -- ${(q)PREFIX} \
                ${(q)__suppliergo_words[2,__suppliergo_current-1]} 2>/dev/null)"}; do
                found+=(${line%%$'\t'*})
                shown+=(${line/$'\t'/  -- })
            done
            (($#found)) && compadd -U -V $1 -l -d shown -a found
        }

        _suppliergo_catalogs() { _suppliergo_ask complete-catalogs; _files }

        _suppliergo_suppliers() { _suppliergo_ask complete-suppliers }

        _suppliergo() {
            local -a __suppliergo_words=($words) common options arguments left
            local __suppliergo_current=$CURRENT command='' skip='' word
            integer index kept
            # The command's own words are left out, so that options may stand before and behind them.
            left=($words[1])
            kept=$CURRENT
            for ((index = 2; index < CURRENT; index++)); do
                word=$words[index]
                if [[ -n $skip ]]; then
                    skip=''
                elif [[ $word == (@valued@) ]]; then
                    skip=1
                elif [[ $word != -* && ( -z $command || $command == (@groups@) ) ]]; then
                    command+=${command:+ }$word
                    kept+=-1
                    continue
                fi
                left+=("$word")
            done
            words=("${left[@]}" "${(@)words[CURRENT,-1]}")
            CURRENT=$kept

            case $command in
        @words@
            esac
            case $command in
        @options@
            esac
            _arguments -s -S : "${options[@]}" "${arguments[@]}"
        }

        if [[ $funcstack[1] == _suppliergo ]]; then
            _suppliergo "$@"
        else
            compdef _suppliergo suppliergo
        fi

        """#

    /// What may stand where no option does, for each command.
    private var words: String {
        var lines = [Self.branch("''", Self.argument("command", Self.choice(CompletionWord.commands)))]
        for group in Commands.groups {
            let members = Self.choice(CompletionWord.members(ofGroup: group))
            lines.append(Self.branch("'\(group)'", Self.argument("command", members)))
        }
        for command in Commands.visible {
            let name = "'\(command.name)'"
            switch command.argument?.kind {
            case .supplier: lines.append(Self.branch(name, Self.argument("supplier", "_suppliergo_suppliers", "*")))
            case .command:
                let topics = HelpTopic.names.map {
                    CompletionWord(word: $0, meaning: "Print what is to be known of it.")
                }
                lines.append(Self.branch(name, Self.argument("command", Self.choice(CompletionWord.commands + topics))))
            case .choice(let words):
                lines.append(Self.branch(name, Self.argument("word", "(\(words.joined(separator: " ")))")))
            case .text, nil: break
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The options of each command.
    private var options: String {
        let lines = Commands.visible.map { command in
            Self.branch("'\(command.name)'", Self.options(command.takenOptions))
        }
        var seen: Set<String> = []
        let all = Options.all.filter { seen.insert($0.name).inserted }
        return (lines + [Self.branch("*", Self.options(all))]).joined(separator: "\n")
    }

    private static func options(_ options: [OptionDescription]) -> String {
        "options=(\n" + options.map { "                " + option($0) }.joined(separator: "\n") + "\n            )"
    }

    /// An option as `_arguments` takes it.
    private static func option(_ option: OptionDescription) -> String {
        let signs = option.isFlag ? ("", "") : ("+", "=")
        let spellings = option.spellings.map { $0.hasPrefix("--") ? $0 + signs.1 : $0 + signs.0 }
        let excluded = option.isRepeatable ? "'*'" : "'(\(option.spellings.joined(separator: " ")))'"
        let names = spellings.count == 1 ? spellings[0] : "{" + spellings.joined(separator: ",") + "}"
        let value = option.value.name.map { ":\($0):\(action(for: option.value))" } ?? ""
        return "\(excluded)\(names)\(quoted("[" + escaped(option.meaning) + "]" + value))"
    }

    private static func action(for value: OptionForm) -> String {
        switch value.completion {
        case .nothing: " "
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .files: "_files"
        case .directories: "_files -/"
        case .catalogs: "_suppliergo_catalogs"
        }
    }

    private static func argument(_ name: String, _ action: String, _ count: String = "1") -> String {
        "arguments=(\(quoted("\(count):\(name):\(action)")))"
    }

    private static func choice(_ words: [CompletionWord]) -> String {
        "((" + words.map { $0.word + "\\:\"" + escaped($0.meaning) + "\"" }.joined(separator: " ") + "))"
    }

    private static func branch(_ pattern: String, _ action: String) -> String {
        "            \(pattern)) \(action) ;;"
    }

    /// Text inside a specification, where colons and brackets have a meaning.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing(":", with: "\\:").replacing("[", with: "\\[").replacing(
            "]", with: "\\]"
        )
        .replacing("\"", with: "\\\"")
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
