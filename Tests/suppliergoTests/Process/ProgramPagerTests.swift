import Testing

@testable import suppliergo

struct ProgramPagerTests {
    private func words(_ environment: [String: String], installed: Set<String> = ["less"]) -> [String]? {
        Program.pager(in: ["TERM": "xterm"].merging(environment) { $1 }, isInstalled: installed.contains)?.words
    }

    @Test(arguments: [
        ([:], ["less"]), (["PAGER": "most -s"], ["most", "-s"]), (["PAGER": " less  -R "], ["less", "-R"]),
        (["PAGER": "less | tee x"], ["/bin/sh", "-c", "less | tee x"]), (["PAGER": "cat -A"], ["cat", "-A"]),
        (["PAGER": "'my pager'"], ["/bin/sh", "-c", "'my pager'"]), (["PAGER": "gone"], ["gone"]),
    ])
    func takesTheUsersPagerOrLess(environment: [String: String], expected: [String]) {
        #expect(words(environment) == expected)
    }

    @Test(arguments: [["PAGER": ""], ["PAGER": " "], ["PAGER": "cat"], ["TERM": "dumb"], ["TERM": ""]])
    func knowsWhereNoneIsWanted(environment: [String: String]) {
        #expect(words(environment) == nil)
    }

    @Test func doesWithoutLessWhereItIsNotInstalled() {
        #expect(words([:], installed: []) == nil)
        #expect(Program.isInstalled("sh", path: "/nowhere:/bin:/usr/bin"))
        #expect(!Program.isInstalled("suppliergo-no-such-program", path: "/bin"))
    }

    @Test func tellsLessHowToBeUnlessTheUserHas() {
        #expect(Program.pager(in: ["TERM": "x"]) { _ in true }?.environment["LESS"] == "FRX")
        #expect(Program.pager(in: ["TERM": "x", "LESS": "M"]) { _ in true }?.environment["LESS"] == "M")
    }
}
