import Testing

@testable import suppliergo

@Suite struct HelpTextTests {
    @Test(arguments: Commands.visible.map(\.name))
    func namesEveryOptionOfACommandAndNoOther(name: String) throws {
        let command = try #require(Commands.named(name)).description
        let text = HelpText(.command(name)).description
        let named = Set(
            text.split(separator: "\n").flatMap { line in
                line.firstMatch(of: /^ {2,4}(-., )?--[a-z-]+( <|  |,|$)/) == nil
                    ? [] : line.matches(of: /(?:^|, | )(--[a-z-]+)(?:,| <|  |$)/).map { String($0.output.1) }
            })
        let expected = command.takenOptions.map(\.spelling)
        #expect(named == Set(expected))
        #expect(text.contains("USAGE: suppliergo \(name)"))
    }

    @Test(
        arguments: Commands.visible.map { HelpTopic.command($0.name) } + HelpTopic.named.map(\.topic)
            + [.program, .group("cache")])
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
        for command in Commands.all.map({ $0.description }) where command.isHidden {
            #expect(!text.contains(command.name))
        }
    }

    @Test func groupsOptionsAndTellsThoseOfTheNetworkApart() {
        let text = HelpText(.command("list")).description
        let headings = ["\nCHOOSE:\n", "\nSHOW:\n", "\nOUTPUT:\n", "\nNETWORK:\n", "\nCACHE:\n", "\nGENERAL:\n"]
        let positions = headings.compactMap { text.firstRange(of: $0)?.lowerBound }
        #expect(positions.count == headings.count && positions == positions.sorted())
        #expect(text.contains("  --max-pages, --header, ") && text.contains("'suppliergo help network'"))
        #expect(!text.contains(Options.timeout.row.meaning))
        let network = HelpText(.network).description
        for option in Options.network { #expect(network.contains("\n  " + option.spellings.joined(separator: ", "))) }
        #expect(Options.network.allSatisfy { ListCommand.description.options.contains($0) })
    }

    @Test(arguments: [HelpTopic.program] + Commands.visible.map { HelpTopic.command($0.name) })
    func summarisesOnAScreen(topic: HelpTopic) {
        let lines = HelpText(topic, width: 80, isBrief: true).description.split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24 && lines.last?.isEmpty == true, "a line is left for the prompt")
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: Commands.visible.map(\.name))
    func namesEveryOptionInASummary(name: String) throws {
        let text = HelpText(.command(name), isBrief: true).description
        for option in try #require(Commands.named(name)).description.takenOptions {
            #expect(text.contains(option.spelling))
        }
    }

    @Test func groupsCommandsUnderHeadings() throws {
        for isBrief in [false, true] {
            let text = HelpText(.program, isBrief: isBrief).description
            let words =
                ["\nLOOK AT SUPPLIERS:", " list ", "\nCORRECT SUPPLIERS:", " edit ", "\nLOOK AFTER THE CACHE:"]
                + [" cache ", "\nSET UP:", " completions "]
            let positions = words.compactMap { text.firstRange(of: $0)?.lowerBound }
            #expect(positions.count == words.count && positions == positions.sorted())
        }
    }

    @Test func namesEveryCommand() {
        let text = HelpText(.program).description
        let positions = ["LOOK AT", "EXAMPLES:", "OPTIONS OF"].map { text.firstRange(of: $0)?.lowerBound }
        #expect(positions.compactMap { $0 } == positions.compactMap { $0 }.sorted() && !positions.contains(nil))
        for command in Commands.visible { #expect(text.contains("\n  \(command.name) ")) }
    }

    @Test func namesDefaultsAndVariables() {
        let text = HelpText(.command("list")).description
        let unwrapped = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(unwrapped.contains("(env: $SUPPLIERGO_CATALOG)"))
        #expect(HelpText(.network).description.contains("(default: 64)"))
        #expect(text.contains("values: feed, name, company, created, email, id;"))
        #expect(text.contains("  -c, --catalog <location>\n"))
    }

    @Test func namesEveryVariableStatusAndKey() {
        let environment = HelpText(.environment).description
        for name in EnvironmentVariable.allCases.map(\.rawValue) {
            #expect(environment.contains("\n  \(name) ") || environment.contains("\n  \(name)\n"))
        }
        let status = HelpText(.exitStatus).description
        for number in ExitStatus.allCases.map(\.rawValue) + EndingSignal.allCases.map(\.exitStatus) {
            #expect(status.contains("\n  \(number) "))
        }
        let settings = HelpText(.settings).description
        for option in Options.settings { #expect(settings.contains("\n  \(option.name) ")) }
        let program = HelpText(.program).description
        for name in HelpTopic.names { #expect(program.contains(name)) }
    }

    @Test(arguments: Commands.visible.map(\.name))
    func showsExamplesThatCanBeRead(name: String) throws {
        let description = try #require(Commands.named(name)).description
        let text = HelpText(.command(name)).description
        for example in description.examples {
            #expect(text.contains(example.line) && text.contains("# " + example.meaning))
            let text = example.line.replacing(" -- ", with: " -c x -- ")
            let line = text.split(separator: "|").first { $0.contains("suppliergo ") }
            let words = try #require(line).split(separator: ">")[0].split(separator: " ").drop { $0 != "suppliergo" }
            // '--rename' names both locations itself.
            let namesCatalog = line?.contains("-c") == true || line?.contains("--rename") == true
            let rest = description.takes(Options.catalog.row) && !namesCatalog ? " -c x" : ""
            _ = try suppliergoTests.invocation(words.dropFirst().joined(separator: " ") + rest)
        }
    }

    @Test func describesEveryOptionAndCommandOnce() {
        let known = Options.all
        for command in Commands.visible {
            #expect(command.options.allSatisfy(known.contains))
            let names = command.takenOptions.map(\.name)
            #expect(Set(names).count == names.count)
        }
        #expect(known.allSatisfy { !$0.commands.isEmpty && $0.meaning.hasSuffix(".") })
        #expect(Set(Commands.all.map { $0.description.name }).count == Commands.all.count)
        let letters = Dictionary(grouping: known.filter { $0.short != nil }, by: \.short)
        #expect(letters.values.allSatisfy { Set($0.map(\.name)).count == 1 })
    }
}
