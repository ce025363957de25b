/// Completions for fish.
struct FishCompletions: CustomStringConvertible {
    /// The script, with a line feed at its end.
    var description: String {
        ([Self.functions] + words + options).joined(separator: "\n") + "\n"
    }

    private static let functions = #"""
        # Completions of suppliergo for fish.

        # The command that is typed so far, or nothing.
        function __suppliergo_command
            set -l words (commandline -opc)
            set -l takes @valued@
            set -l found
            set -l skip 0
            for word in $words[2..-1]
                if test $skip = 1
                    set skip 0
                else if string match -q -- '-*' $word
                    contains -- $word $takes; and set skip 1
                else
                    set -a found $word
                    contains -- "$found" @groups@; or break
                end
            end
            test (count $found) -gt 0; and echo "$found"
        end

        # Whether the command is one of these; '' is none yet.
        function __suppliergo_at
            set -l command (__suppliergo_command)
            contains -- "$command" $argv
        end

        # Suppliers or named catalogs, as the program knows them.
        function __suppliergo_ask
            set -l words (commandline -opc)
            $words[1] $argv -- (commandline -ct) $words[2..-1] 2>/dev/null
        end

        complete -c suppliergo -f
        """#
        .replacing("@valued@", with: CompletionWord.optionsWithValue.joined(separator: " "))
        .replacing("@groups@", with: Commands.groups.joined(separator: " "))

    /// Commands and arguments.
    private var words: [String] {
        var lines = CompletionWord.commands.map { Self.word($0, at: [""]) }
        for group in Commands.groups {
            lines += CompletionWord.members(ofGroup: group).map { Self.word($0, at: [group]) }
        }
        for command in Commands.visible {
            let condition = "-n \(Self.condition([command.name]))"
            switch command.argument?.kind {
            case .supplier:
                lines.append("complete -c suppliergo \(condition) -k -a '(__suppliergo_ask complete-suppliers)'")
            case .command:
                lines += CompletionWord.commands.map { Self.word($0, at: [command.name]) }
                lines.append("complete -c suppliergo \(condition) -a '\(HelpTopic.names.joined(separator: " "))'")
            case .choice(let words):
                lines.append("complete -c suppliergo \(condition) -a '\(words.joined(separator: " "))'")
            case .text, nil: break
            }
        }
        return lines
    }

    private var options: [String] {
        Options.all.map { option in
            let commands = Commands.visible.filter { $0.takes(option) }.map(\.name)
            // The options of 'list' are offered before there is a command, too.
            let others = ListCommand.description.owns(option) ? [""] : []
            let condition = option.isCommon ? "" : " -n \(Self.condition(commands + others))"
            let short = option.short.map { " -s \($0)" } ?? ""
            return "complete -c suppliergo\(condition)\(short) -l \(option.name)\(Self.value(of: option))"
                + " -d \(Self.quoted(option.meaning))"
        }
    }

    private static func value(of option: OptionDescription) -> String {
        switch option.value.completion {
        case .nothing: option.isFlag ? "" : " -x"
        case .words(let words): " -x -a '\(words.joined(separator: " "))'"
        case .files: " -r -F"
        case .directories: " -x -a '(__fish_complete_directories (commandline -ct))'"
        case .catalogs: " -r -F -k -a '(__suppliergo_ask complete-catalogs)'"
        }
    }

    private static func word(_ word: CompletionWord, at commands: [String]) -> String {
        "complete -c suppliergo -n \(condition(commands)) -a \(word.word) -d \(quoted(word.meaning))"
    }

    private static func condition(_ commands: [String]) -> String {
        quoted("__suppliergo_at " + commands.map { "\"\($0)\"" }.joined(separator: " "))
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
