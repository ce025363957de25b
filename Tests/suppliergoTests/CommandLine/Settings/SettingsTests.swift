import Testing

@testable import suppliergo

@Suite struct SettingsTests {
    private let path = "/home/ann/.config/suppliergo/config"

    private func settings(_ text: String) throws(UsageError) -> Settings {
        try Settings(text, path: path, of: .suppliergo)
    }

    private func refusal(of text: String) -> Failure? {
        do throws(UsageError) {
            _ = try settings(text)
            return nil
        } catch {
            return Failure(error)
        }
    }

    @Test func readsValuesSectionsAndComments() throws {
        let text = """
            \u{feff}# mine
            timeout=5
              color =  never\t# on this machine
            \r\nheader = X-A: 1
            header = X-B: a=b#c

            [work]
            catalog = https://work.example/c.json#part
            insecure = true
            [ home.2 ]   # another
            catalog = ./my catalog.json
            user-agent =#own # mine
            [work]
            timeout = 7
            """
        let settings = try settings(text)
        #expect(settings.sections.map(\.name) == ["work", "home.2"])
        #expect(settings.section(named: "work")?.line == Settings.Line(path: path, number: 8, section: "work"))
        #expect(settings.values(of: "timeout", in: nil).map(\.text) == ["5"])
        #expect(settings.values(of: "timeout", in: "work").map(\.text) == ["7"])
        #expect(settings.values(of: "color", in: nil).map(\.text) == ["never"])
        #expect(settings.values(of: "header", in: nil).map(\.text) == ["X-A: 1", "X-B: a=b#c"])
        #expect(settings.values(of: "header", in: nil).map(\.source.line?.number) == [5, 6])
        #expect(settings.values(of: "catalog", in: "work").map(\.text) == ["https://work.example/c.json#part"])
        #expect(settings.values(of: "catalog", in: "home.2").map(\.text) == ["./my catalog.json"])
        #expect(settings.values(of: "user-agent", in: "home.2").map(\.text) == ["#own"])
        #expect(settings.values(of: "insecure", in: "work").map(\.text) == ["true"])
    }

    @Test func isNothingForAnEmptyFile() throws {
        let settings = try settings("\n# nothing\n\n")
        #expect(settings.entries.isEmpty)
        #expect(settings.sections.isEmpty)
    }

    @Test(arguments: [
        ("timeout = 5\ncatlog = x", "2: unknown key 'catlog'; did you mean 'catalog'?"),
        ("--catalog = x", "1: unknown key '--catalog'; did you mean 'catalog'?"),
        ("cache_dir = x", "1: unknown key 'cache_dir'; did you mean 'cache-dir'?"),
        ("xyzzy = x", "1: unknown key 'xyzzy' ("), ("help = true", "1: 'help' is not a setting"),
        ("= x", "1: unknown key ''"), ("offline", "1: the line is neither 'key = value' nor '[name]'"),
        ("\n\ntimeout = soon", "3: the value 'soon' of 'timeout' is not a number of seconds from 0.001 to 1000000"),
        ("retries = -1", "1: the value '-1' of 'retries' is not a whole number from 0 to"),
        ("max-avatar-size = 1T", "1: the value '1T' of 'max-avatar-size' is not a number of bytes"),
        (
            "image = sixl", "1: the value 'sixl' of 'image' is not one of auto, kitty, iterm, sixel, symbols, none; "
        ),
        ("[x]\ninsecure = yes", "2: the value 'yes' of 'insecure' is not true or false"),
        ("[x]\ninsecure = ture", "is not true or false; did you mean 'true'?"), ("cache-dir =", "is not a path"),
        ("catalog =", "is not a URL, a file or a name"), ("[work", "1: '[work' is not a name of letters"),
        ("[]", "1: '[]' is not a name"), ("[a/b]", "'[a/b]' is not a name"), ("[-c]", "'[-c]' is not a name"),
        ("[work]\nsrt = name", "2: unknown key 'srt'; did you mean 'sort'?"),
    ])
    func namesTheLineAtFault(text: String, sentence: String) throws {
        let failure = try #require(refusal(of: text))
        #expect(failure.status == .configuration)
        #expect(failure.sentence.hasPrefix(path + ":"))
        #expect(failure.sentence.contains(sentence), "\(failure.sentence)")
        #expect(failure.sentence.hasSuffix("(see 'suppliergo help settings')"))
    }

    @Test func keepsAHeadersValueToItself() throws {
        let failure = try #require(refusal(of: "header = s3cret"))
        #expect(failure.sentence.contains("1: the value '(hidden)' of 'header' is not 'NAME: VALUE' or '@FILE'"))
        #expect(!failure.sentence.contains("s3cret"))
    }

    @Test(arguments: CommandTable.suppliergo.settings.map(\.name))
    func takesEveryOptionThatMayBeOne(name: String) throws {
        let option = try #require(CommandTable.suppliergo.settings.first { $0.name == name })
        let texts = (option.value.choices.last.map { [$0] } ?? []) + ["true", "A: b", "1", "5", "20", "s3://a/b"]
        let text = try #require(texts.first(where: option.accepts))
        let entry = try #require(try settings("[work]\n\(name) = \(text)").entries.first)
        #expect(entry.name == name)
        #expect(entry.text == text)
    }

    @Test(arguments: [
        (["HOME": "/h"], "/h/.config/suppliergo/config"),
        (["HOME": "/h", "XDG_CONFIG_HOME": "/x"], "/x/suppliergo/config"),
        (["HOME": "/h", "XDG_CONFIG_HOME": "x"], "/h/.config/suppliergo/config"),
        (["HOME": "/h", "XDG_CONFIG_HOME": ""], "/h/.config/suppliergo/config"),
        (["HOME": "h"], nil), ([:], nil), (["XDG_CONFIG_HOME": "/x"], "/x/suppliergo/config"),
    ])
    func findsTheFile(environment: [String: String], path: String?) {
        #expect(SettingsFile.path(in: Environment(variables: environment, directory: "/there")) == path)
    }
}
