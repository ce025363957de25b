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
        .replacing("@valued@", with: OptionDescription.valuedSpellings.joined(separator: " "))
        .replacing("@groups@", with: Command.groups.joined(separator: " "))

    /// Commands and arguments.
    private var words: [String] {
        var lines = CompletionWord.commands.map { Self.word($0, at: [""]) }
        for group in Command.groups {
            lines += CompletionWord.members(ofGroup: group).map { Self.word($0, at: [group]) }
        }
        for description in CommandDescription.all {
            let place = "-n \(Self.condition([description.command.rawValue]))"
            switch description.argument?.kind {
            case .supplier:
                lines.append("complete -c suppliergo \(place) -k -a '(__suppliergo_ask complete-suppliers)'")
            case .command:
                lines += CompletionWord.commands.map { Self.word($0, at: [description.command.rawValue]) }
                lines.append("complete -c suppliergo \(place) -a '\(HelpTopic.names.joined(separator: " "))'")
            case .choice(let words):
                lines.append("complete -c suppliergo \(place) -a '\(words.joined(separator: " "))'")
            case .text, nil: break
            }
        }
        return lines
    }

    private var options: [String] {
        OptionDescription.all.map { row in
            // Options of every command may stand before it.
            let commands = Command.visible.filter(row.isTaken).map(\.rawValue)
            let isCommon = commands.count == Command.visible.count
            let place = isCommon ? "" : " -n \(Self.condition(commands + (row.commands.contains(.list) ? [""] : [])))"
            let short = row.short.map { " -s \($0)" } ?? ""
            return "complete -c suppliergo\(place)\(short) -l \(row.option.rawValue)\(Self.value(of: row))"
                + " -d \(Self.quoted(row.meaning))"
        }
    }

    private static func value(of row: OptionDescription) -> String {
        switch row.value {
        case .none: ""
        case .choice(_, let words): " -x -a '\(words.joined(separator: " "))'"
        case .file: " -r -F"
        case .directory: " -x -a '(__fish_complete_directories (commandline -ct))'"
        case .catalog: " -r -F -k -a '(__suppliergo_ask complete-catalogs)'"
        case .text, .count, .seconds, .bytes, .header: " -x"
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

extension OptionDescription {
    /// The words of all options that take a value.
    static var valuedSpellings: [String] {
        var spellings: [String] = []
        for row in all where row.valueName != nil {
            spellings += row.spellings.filter { !spellings.contains($0) }
        }
        return spellings
    }
}
