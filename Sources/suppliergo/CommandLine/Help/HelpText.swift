/// Help, made from the table of commands and options; laid out as Swift's ArgumentParser does.
struct HelpText: CustomStringConvertible {
    private let topic: HelpTopic

    /// How many columns its lines have at most, but for command lines, which are there to be copied.
    let width: Int

    /// Where the meanings begin; in a narrow window they stand below the names.
    private let column: Int

    /// Takes a topic.
    ///
    /// - Parameter width: the terminal's columns, of which no more than 80 are used; `nil` for no terminal.
    init(_ topic: HelpTopic, width: Int? = nil) {
        self.topic = topic
        self.width = min(80, max(20, width ?? 80))
        column = self.width < 60 ? 4 : 26
    }

    /// The text, with a line feed at its end.
    var description: String {
        let sections: [String] =
            switch topic {
            case .program: program
            case .group(let group): self.group(group)
            case .command(let command): self.command(command)
            case .settings: settings
            case .environment: environment
            case .exitStatus: exitStatus
            }
        return sections.joined(separator: "\n\n") + "\n"
    }

    /// A name, and what it means, in a column of its own.
    func entry(_ name: String, _ meaning: String) -> String {
        let indent = String(repeating: " ", count: column)
        let text = wrapped(meaning, hanging: column)
        let label = "  " + name
        guard label.count < column - 1 else { return label + "\n" + indent + text }
        return label + String(repeating: " ", count: column - label.count) + text
    }

    /// A section with a heading; `nil` where it would be empty.
    func section(_ heading: String, _ entries: [String]) -> String? {
        entries.isEmpty ? nil : heading + ":\n" + entries.joined(separator: "\n")
    }

    /// A sentence on its own.
    func hint(_ text: String) -> String {
        "  " + wrapped(text, hanging: 2)
    }

    /// The first line of help.
    func overview(_ text: String) -> String {
        "OVERVIEW: " + wrapped(text, hanging: 10)
    }

    /// How a command is called.
    func usage(_ text: String) -> String {
        "USAGE: " + wrapped(text, hanging: 7)
    }

    /// Breaks text into lines that fit; all but the first are indented by `hanging` columns, which the first one's
    /// reader has already used.
    func wrapped(_ text: String, hanging: Int = 0) -> String {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, hanging + line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        lines.append(line)
        return lines.joined(separator: "\n" + String(repeating: " ", count: hanging))
    }
}
