import Testing

@testable import suppliergo

@Suite struct HelpTextTests {
    @Test func hasOneSpaceBetweenWords() {
        for option in CommandTable.suppliergo.options { #expect(!option.meaning.contains("  "), "\(option.name)") }
        for command in CommandTable.suppliergo.visible {
            #expect(!command.discussion.contains("  "), "\(command.name)")
        }
    }

    @Test(arguments: CommandTable.suppliergo.visible.map(\.name))
    func namesEveryOptionOfACommandAndNoOther(name: String) throws {
        let command = try #require(CommandTable.suppliergo.command(named: name)).description
        let text = HelpText(.command(name), of: .suppliergo).description
        let named = Set(
            text.split(separator: "\n").flatMap { line in
                line.firstMatch(of: /^ {2,4}(-., )?--[a-z-]+( <|  |,|$)/) == nil
                    ? [] : line.matches(of: /(?:^|, | )(--[a-z-]+)(?:,| <|  |$)/).map { String($0.output.1) }
            })
        let expected = CommandTable.suppliergo.options(of: command).map(\.spelling)
        #expect(named == Set(expected))
        #expect(text.contains("USAGE: suppliergo \(name)"))
    }

    @Test(
        arguments: CommandTable.suppliergo.visible.map { HelpTopic.command($0.name) } + HelpTopic.named.map(\.topic)
            + [.program, .group("cache")])
    func fitsTheTerminalAndEndsItsLastLine(topic: HelpTopic) {
        for width in [40, 59, 60, 80, 200] {
            expect(HelpText(topic, of: .suppliergo, width: width).description, fits: min(width, 80))
        }
        #expect(
            HelpText(topic, of: .suppliergo).description == HelpText(topic, of: .suppliergo, width: 200).description)
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
        for command in CommandTable.suppliergo.all.map({ $0.description }) where command.isHidden {
            #expect(!text.contains(command.name))
        }
    }

    @Test func groupsOptionsAndTellsThoseOfTheNetworkApart() {
        let text = HelpText(.command("list"), of: .suppliergo).description
        let headings = ["\nCHOOSE:\n", "\nSHOW:\n", "\nOUTPUT:\n", "\nNETWORK:\n", "\nCACHE:\n", "\nGENERAL:\n"]
        for heading in headings { #expect(text.contains(heading)) }
        #expect(text.contains("  --max-pages, --header, ") && text.contains("'suppliergo help network'"))
        #expect(!text.contains(Options.timeout.row.meaning))
        let network = HelpText(.network, of: .suppliergo).description
        let options = CommandTable.suppliergo.options(under: .network)
        for option in options { #expect(network.contains("\n  " + option.spellings.joined(separator: ", "))) }
        #expect(options.allSatisfy { ListCommand.description.options.contains($0) })
    }

    @Test(arguments: [HelpTopic.program] + CommandTable.suppliergo.visible.map { HelpTopic.command($0.name) })
    func summarisesOnAScreen(topic: HelpTopic) {
        let lines = HelpText(topic, of: .suppliergo, width: 80, isBrief: true).description.split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24 && lines.last?.isEmpty == true, "a line is left for the prompt")
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test func givesFirstStepsInTwentyLinesWithTheError() {
        let lines = HelpText(.program, of: .suppliergo, width: 80).firstSteps.split(separator: "\n")
        #expect(lines.count < 20 && lines.allSatisfy { $0.count <= 80 })
        #expect(lines.count { $0.hasPrefix("  suppliergo ") } == 3)
        for name in ["browse", "check", "revert", "cache", "man"] {
            #expect(lines.contains { $0.contains(name) }, "\(name)")
        }
    }

    @Test func listsTheOptionsOfListInAHundredLines() {
        let text = HelpText(.command("list"), of: .suppliergo).description
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 101)
    }

    @Test(arguments: CommandTable.suppliergo.visible.map(\.name))
    func namesEveryOptionInASummary(name: String) throws {
        let text = HelpText(.command(name), of: .suppliergo, isBrief: true).description
        let command = try #require(CommandTable.suppliergo.command(named: name)).description
        for option in CommandTable.suppliergo.options(of: command) {
            #expect(text.contains(option.spelling))
        }
    }

    @Test func groupsCommandsUnderHeadings() throws {
        for isBrief in [false, true] {
            let text = HelpText(.program, of: .suppliergo, isBrief: isBrief).description
            let words =
                ["\nLOOK AT SUPPLIERS:", " list ", "\nCORRECT SUPPLIERS:", " edit ", "\nSET UP AND CLEAN UP:"]
                + [" cache ", " completions "]
            let positions = words.compactMap { text.firstRange(of: $0)?.lowerBound }
            #expect(positions.count == words.count && positions == positions.sorted())
        }
    }

    @Test func namesEveryCommand() {
        let text = HelpText(.program, of: .suppliergo).description
        let positions = ["LOOK AT", "EXAMPLES:", "OPTIONS OF"].map { text.firstRange(of: $0)?.lowerBound }
        #expect(positions.compactMap { $0 } == positions.compactMap { $0 }.sorted() && !positions.contains(nil))
        for command in CommandTable.suppliergo.visible { #expect(text.contains("\n  \(command.name) ")) }
    }

    @Test func namesDefaultsAndVariables() {
        let text = HelpText(.command("list"), of: .suppliergo).description
        let unwrapped = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(unwrapped.contains("(env: $SUPPLIERGO_CATALOG)"))
        #expect(HelpText(.network, of: .suppliergo).description.contains("(default: 128)"))
        #expect(unwrapped.contains("order, name, company, created, email, phone, id, or any other field"))
        #expect(text.contains("  -c, --catalog <location>\n"))
    }

    @Test func namesEveryVariableStatusAndKey() throws {
        let variables = [HelpTopic.environment, .fleet].map { HelpText($0, of: .suppliergo).description }.joined()
        let named = Set(variables.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
        #expect(named.isSuperset(of: EnvironmentVariable.allNames))
        let status = HelpText(.exitStatus, of: .suppliergo).description
        for number in ExitStatus.allCases.map(\.rawValue) + EndingSignal.allCases.map(\.exitStatus) {
            #expect(status.contains("\n  \(number) "))
        }
        let settings = HelpText(.settings, of: .suppliergo).description
        for option in CommandTable.suppliergo.settings + Options.settingsOnly {
            #expect(settings.contains("\n  \(option.name) "))
        }
        #expect(settings.contains("\n  \(SettingsFile.placeKeys)\n"))
        let general = settings.prefix(upTo: try #require(settings.firstRange(of: "SECTION:")).lowerBound)
        for name in ["insecure", "allow-private-hosts", "token-command"] { #expect(!general.contains("\n  \(name) ")) }
        for (form, _) in CommandDescription.Argument.queryWords {
            #expect(HelpText(.search, of: .suppliergo).description.contains("\n  \(form)"))
        }
        let program = HelpText(.program, of: .suppliergo).description
        for name in HelpTopic.names { #expect(program.contains(name)) }
    }

    @Test(arguments: CommandTable.suppliergo.visible.map(\.name))
    func showsExamplesThatCanBeRead(name: String) throws {
        let description = try #require(CommandTable.suppliergo.command(named: name)).description
        let text = HelpText(.command(name), of: .suppliergo).description
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
        let known = CommandTable.suppliergo.options
        for command in CommandTable.suppliergo.visible {
            #expect(command.options.allSatisfy(known.contains))
            let names = CommandTable.suppliergo.options(of: command).map(\.name)
            #expect(Set(names).count == names.count)
        }
        #expect(known.allSatisfy { !CommandTable.suppliergo.owners(of: $0).isEmpty && $0.meaning.hasSuffix(".") })
        #expect(Set(CommandTable.suppliergo.all.map { $0.description.name }).count == CommandTable.suppliergo.all.count)
        let letters = Dictionary(grouping: known.filter { $0.short != nil }, by: \.short)
        #expect(letters.values.allSatisfy { Set($0.map(\.name)).count == 1 })
    }
}
