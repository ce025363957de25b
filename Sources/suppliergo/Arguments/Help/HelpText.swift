/// Help, made from the table of commands and options; laid out as Swift's ArgumentParser does.
struct HelpText: CustomStringConvertible {
    /// The text, with a line feed at its end.
    let description: String

    private static let width = 80
    private static let column = 26

    /// Writes the help of a topic.
    init(_ topic: HelpTopic) {
        let sections: [String] =
            switch topic {
            case .program: Self.program
            case .group(let group): Self.group(group)
            case .command(let command): Self.command(command)
            case .settings: Self.settings
            case .environment: Self.environment
            case .exitStatus: Self.exitStatus
            }
        description = sections.joined(separator: "\n\n") + "\n"
    }

    /// A name, and what it means, in a column of its own.
    static func entry(_ name: String, _ meaning: String) -> String {
        let indent = String(repeating: " ", count: column)
        let text = wrapped(meaning, hanging: column)
        let label = "  " + name
        guard label.count < column - 1 else { return label + "\n" + indent + text }
        return label + String(repeating: " ", count: column - label.count) + text
    }

    /// A section with a heading; `nil` where it would be empty.
    static func section(_ heading: String, _ entries: [String]) -> String? {
        entries.isEmpty ? nil : heading + ":\n" + entries.joined(separator: "\n")
    }

    /// The first line of help.
    static func overview(_ text: String) -> String {
        "OVERVIEW: " + wrapped(text, hanging: 10)
    }

    /// Breaks text into lines that fit; all but the first are indented by `hanging` columns, which the first one's
    /// reader has already used.
    static func wrapped(_ text: String, hanging: Int = 0) -> String {
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
