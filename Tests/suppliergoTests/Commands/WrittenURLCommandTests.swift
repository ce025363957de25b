import TestSupport
import Testing

/// URLs with escapes and characters that no URL may have, wherever a run meets one.
@Suite struct WrittenURLCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    @Test func areRequestedWithEachEscapeOnce() async throws {
        let server = try LoopbackServer { request in
            let origin = "http://\(request["Host"] ?? "")"
            return switch request.target {
            case "/c?filter%5Bcountry%5D=Costa%20Rica":
                .ok(
                    #"{"items":[\#(Samples.record(1, avatar: " \(origin)/Zoë%20M.png"))],"#
                        + #""next":" \#(origin)/c?page[number]=2&filter=a%20b\n"}"#)
            case "/c?page%5Bnumber%5D=2&filter=a%20b":
                .ok(
                    Samples.catalog([Samples.record(2, avatar: "a|b%20c.png")]),
                    fields: ["Link": "<?page[number]=3&filter=a%20b>; rel=next"])
            case "/c?page%5Bnumber%5D=3&filter=a%20b": .ok(Samples.catalog([Samples.record(3, avatar: "/3.png\\r\\n")]))
            case "/3.png": .redirect(to: "/4.png?q=[4]%20ü")
            default: .ok(Samples.picture)
            }
        }
        defer { server.stop() }
        let location = " \(server.url("/c"))?filter[country]=Costa%20Rica \n"
        let result = try await setting.run("fetch", environment: ["SUPPLIERGO_CATALOG": location])
        #expect(result.status == 0, "\(result.errorOutput)")
        let targets = Set(server.requests.map(\.target).filter { $0.contains(".png") })
        #expect(targets == ["/Zo%C3%AB%20M.png", "/a%7Cb%20c.png", "/3.png", "/4.png?q=%5B4%5D%20%C3%BC"])
        #expect(server.requests.count == 7)
    }

    @Test func namesInOtherScriptsAreConverted() async throws {
        let record = Samples.record(1, avatar: "http://日本語。example/ä.png")
        let proxy = try LoopbackServer { request in
            request.target.hasSuffix(".png") ? .ok(Samples.picture) : .ok(Samples.catalog([record]))
        }
        defer { proxy.stop() }
        let result = try await setting.run("fetch -c http://BÜCHER.example/c --proxy http://127.0.0.1:\(proxy.port)")
        #expect(result.status == 0, "\(result.errorOutput)")
        #expect(
            proxy.requests.map(\.target) == [
                "http://xn--bcher-kva.example/c", "http://xn--wgv71a119e.example/%C3%A4.png",
            ])
    }

    @Test func aHostWithAnEscapeIsNone() async throws {
        let result = try await setting.run("list -c http://%31%32%37.0.0.1/c")
        #expect(result.status == 64)
        #expect(result.errorOutput.contains("'http://%31%32%37.0.0.1/c' is not a URL"))
    }
}
