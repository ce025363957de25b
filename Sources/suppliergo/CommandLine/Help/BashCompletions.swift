/// Completions for bash 4 and later; they need no other package.
struct BashCompletions: CustomStringConvertible {
    /// The script, with a line feed at its end.
    var description: String {
        Self.template
            .replacing("@valued@", with: CompletionWord.optionsWithValue.joined(separator: "|"))
            .replacing("@groups@", with: Commands.groups.joined(separator: "|"))
            .replacing("@options@", with: options)
            .replacing("@values@", with: values)
            .replacing("@arguments@", with: arguments)
    }

    private static let template = #"""
        # Completions of suppliergo for bash.

        # Suppliers or named catalogs, as the program knows them; quoted where the word is not.
        _suppliergo_ask() {
            local word
            while IFS=$'\t' read -r word _; do
                [[ $current == [\"\']* ]] || printf -v word %q "$word"
                COMPREPLY+=("$word")
            done < <("${words[0]/#\~/$HOME}" "$1" -- "$current" "${words[@]:1:${#words[@]}-2}" 2>/dev/null)
        }

        _suppliergo_files() {
            compopt -o filenames 2>/dev/null
            local path
            while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$current")
        }

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
            local current=${words[${#words[@]} - 1]} typed=${words[${#words[@]} - 1]}

            # The command, and the option whose value is being typed.
            local command='' option='' ended='' word
            for word in "${words[@]:1:${#words[@]}-2}"; do
                if [[ -n $option ]]; then option=''; continue; fi
                case $ended$word in
                    --) ended=1 ;;
                    @valued@) option=$word ;;
                    -*) ;;
                    *)
                        case $command in
                            '') command=${word} ;;
                            @groups@) command+=" $word" ;;
                        esac
                        ;;
                esac
            done
            if [[ -z $option && -z $ended && $current == --*=* ]]; then
                option=${current%%=*}
                current=${current#*=}
            fi

            COMPREPLY=()
            if [[ -n $option ]]; then
                case $command:$option in
        @values@
                esac
            elif [[ $current == -* && -z $ended ]]; then
                case $command in
        @options@
                esac
            else
                case $command in
        @arguments@
                esac
            fi

            # Bash replaces only what follows the last '=' or ':' of the word.
            local kept=''
            [[ $COMP_WORDBREAKS == *=* && $typed == *=* ]] && kept=${typed%"${typed##*=}"}
            [[ $COMP_WORDBREAKS == *:* && $typed == *:* ]] && kept=${typed%"${typed##*:}"}
            [[ $typed == *=* && $typed != "$current" ]] && kept=${kept#"${typed%%=*}="}
            for index in "${!COMPREPLY[@]}"; do COMPREPLY[index]=${COMPREPLY[index]#"$kept"}; done
        }

        complete -F _suppliergo suppliergo

        """#

    /// The options of each command.
    private var options: String {
        let lines = Commands.visible.map { command in
            Self.branch("'\(command.name)'", Self.words(command.takenOptions.flatMap(\.spellings)))
        }
        var seen: Set<String> = []
        let all = Options.all.flatMap(\.spellings).filter { seen.insert($0).inserted }
        return (lines + [Self.branch("*", Self.words(all))]).joined(separator: "\n")
    }

    /// What values may be, for each command's options.
    private var values: String {
        Options.all.compactMap { option in
            guard let action = Self.action(for: option.value) else { return nil }
            let isOnly = Options.all.count { $0.name == option.name } == 1
            let commands = isOnly ? ["*"] : option.commands.map { "'\($0.name)'" }
            let patterns = commands.flatMap { command in option.spellings.map { "\(command):\($0)" } }
            return Self.branch(patterns.joined(separator: "|"), action)
        }.joined(separator: "\n")
    }

    private static func action(for value: OptionForm) -> String? {
        switch value.completion {
        case .nothing: nil
        case .words(let words): self.words(words)
        case .files: "_suppliergo_files -f"
        case .directories: "_suppliergo_files -d"
        case .catalogs: "_suppliergo_files -f; _suppliergo_ask complete-catalogs"
        }
    }

    /// What may stand where no option does.
    private var arguments: String {
        var lines = [Self.branch("''", Self.words(CompletionWord.commands.map(\.word)))]
        for group in Commands.groups {
            lines.append(Self.branch("'\(group)'", Self.words(CompletionWord.members(ofGroup: group).map(\.word))))
        }
        for command in Commands.visible {
            let name = "'\(command.name)'"
            switch command.argument?.kind {
            case .supplier: lines.append(Self.branch(name, "_suppliergo_ask complete-suppliers"))
            case .command:
                lines.append(Self.branch(name, Self.words(CompletionWord.commands.map(\.word) + HelpTopic.names)))
            case .choice(let words): lines.append(Self.branch(name, Self.words(words)))
            case .text, nil: break
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func branch(_ pattern: String, _ action: String) -> String {
        "            \(pattern)) \(action) ;;"
    }

    private static func words(_ words: [String]) -> String {
        "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
    }
}
