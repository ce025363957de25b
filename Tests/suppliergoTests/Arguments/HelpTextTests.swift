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

    @Test(arguments: Command.visible.map(HelpTopic.command) + [.program, .group("cache")])
    func fitsAnOrdinaryTerminalAndEndsItsLastLine(topic: HelpTopic) {
        let text = HelpText(topic).description
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
        #expect(!text.contains(" \n"))
        #expect(!text.contains(Command.backgroundFetch.rawValue))
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
