import TestSupport
import Testing

/// A terminal that can do nothing but print lines (`TERM=dumb`), such as an editor's.
@Suite struct DumbTerminalTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    @Test(arguments: ["list", "show 1", "show name", "fetch", "list nobody", "list --group company"])
    func receivesNothingButLines(command: String) async throws {
        // The avatar keeps the run waiting for longer than a card waits for it.
        let server = try LoopbackServer { request in
            request.target == "/catalog.json" ? .ok(Samples.catalog(avatarCount: 1)) : .steps(.silence)
        }
        defer { server.stop() }
        let result = try await setting.start(
            "\(command) -c \(server.url("/catalog.json")) --timeout 0.3 --retries 0",
            environment: ["TERM": "dumb", "LANG": "C.UTF-8"], terminal: CommandLineRun.Terminal(isInput: true)
        ).result()
        let text = result.output + result.errorOutput
        #expect(!text.contains("\u{1b}") && !text.contains("\r"))
        #expect(!text.contains("on its way"))
        #expect(text.hasSuffix("\n"))
    }
}
