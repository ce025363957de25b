import Testing

@testable import suppliergo

@Suite struct HelpTextTests {
    @Test(arguments: Command.visible)
    func namesEveryOptionOfACommandAndNoOther(command: Command) {
        let text = HelpText(.command(command)).description
        let named = Set(
            text.split(separator: "\n").compactMap { line in
                line.hasPrefix("  -") ? line.firstMatch(of: /--[a-z-]+/).map { String($0.output) } : nil
            })
        let expected = OptionDescription.belonging(to: command).map(\.option.spelling)
        #expect(named == Set(expected))
        #expect(text.contains("USAGE: suppliergo \(command.rawValue)"))
    }

    @Test(
        arguments: Command.visible.map(HelpTopic.command) + HelpTopic.named.map(\.topic) + [.program, .group("cache")])
    func fitsTheTerminalAndEndsItsLastLine(topic: HelpTopic) {
        for width in [40, 59, 60, 80, 200] { expect(HelpText(topic, width: width).description, fits: min(width, 80)) }
        #expect(HelpText(topic).description == HelpText(topic, width: 200).description)
    }

    private func expect(_ text: String, fits width: Int) {
        // A command line to copy is not broken, and neither is a word.
        let unbroken = width < 80 ? "  suppliergo " : "  suppliergo completions"
        let lines = text.split(separator: "\n").filter { line in
            !line.contains(unbroken) && !line.contains("| suppliergo ") && line.contains(/\w \w/)
        }
        #expect(lines.allSatisfy { $0.count <= width })
        #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
        #expect(!text.contains(" \n"))
        for command in Command.allCases where command.isHidden { #expect(!text.contains(command.rawValue)) }
    }

    @Test func namesEveryCommand() {
        let text = HelpText(.program).description
        for command in Command.visible { #expect(text.contains("\n  \(command.rawValue) ")) }
    }

    @Test func namesDefaultsAndVariables() {
        let text = HelpText(.command(.list)).description
        #expect(text.contains("(env: $SUPPLIERGO_CATALOG)"))
        #expect(text.contains("(default: 64)"))
        #expect(text.contains("values: feed, name, company, created, email, id;"))
        #expect(text.contains("  -c, --catalog <location>\n"))
    }

    @Test func namesEveryVariableStatusAndKey() {
        let environment = HelpText(.environment).description
        for variable in EnvironmentVariable.allCases { #expect(environment.contains("\n  \(variable.rawValue) ")) }
        let status = HelpText(.exitStatus).description
        for number in ExitStatus.allCases.map(\.rawValue) + EndingSignal.allCases.map(\.exitStatus) {
            #expect(status.contains("\n  \(number) "))
        }
        let settings = HelpText(.settings).description
        for row in OptionDescription.settings { #expect(settings.contains("\n  \(row.option.rawValue) ")) }
        let program = HelpText(.program).description
        for name in HelpTopic.names { #expect(program.contains(name)) }
    }

    @Test(arguments: Command.visible)
    func showsExamplesThatCanBeRead(command: Command) throws {
        let description = try #require(CommandDescription.of(command))
        let text = HelpText(.command(command)).description
        for example in description.examples {
            #expect(text.contains(example.line) && text.contains("# " + example.meaning))
            let line = example.line.split(separator: "|").first { $0.contains("suppliergo ") }
            let words = try #require(line).split(separator: ">")[0].split(separator: " ").drop { $0 != "suppliergo" }
            _ = try suppliergoTests.invocation(
                words.dropFirst().joined(separator: " ")
                    + (OptionDescription.of(.catalog, takenBy: command) == nil || line?.contains("-c") == true
                        ? "" : " -c x"))
        }
    }

    @Test func describesEveryOptionAndCommandOnce() {
        for option in Option.allCases { #expect(!OptionDescription.of(option).isEmpty) }
        for command in Command.visible {
            #expect(CommandDescription.of(command) != nil)
            let options = OptionDescription.belonging(to: command).map(\.option)
            #expect(Set(options).count == options.count)
        }
        let letters = OptionDescription.all.compactMap(\.short)
        #expect(Set(letters).count == letters.count)
    }
}
