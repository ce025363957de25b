import Testing

@testable import SupplierGoKit

struct PlainRequestTests {
    private func text(_ url: String, _ fields: [HTTPFields.Field] = []) -> String? {
        PlainRequest(url: url, fields: fields).map { String(decoding: $0.text(userAgent: "Test/1"), as: UTF8.self) }
    }

    @Test(arguments: [
        ("http://a.example/x/y.png?z=1&w", "/x/y.png?z=1&w", "a.example"),
        ("http://a.example:8080/", "/", "a.example:8080"),
        ("http://a.example", "/", "a.example"),
        ("http://a.example?x=/../y", "/?x=/../y", "a.example"),
        ("http://127.0.0.1:80/x#part", "/x", "127.0.0.1:80"),
        ("http://[::1]:81/%C3%A9", nil, nil),
        ("http://[::1]:81/a%C3%A9", "/a%C3%A9", "[::1]:81"),
        ("http://A.Example/b//c", "/b//c", "A.Example"), ("https://a.example:1/b?c", "/b?c", "a.example:1"),
    ])
    func writesARequest(url: String, target: String?, host: String?) {
        let lines = text(url)?.split(separator: "\r\n", omittingEmptySubsequences: false)
        guard let target, let host else {
            #expect(lines == nil)
            return
        }
        #expect(
            lines == [
                "GET \(target) HTTP/1.1", "Host: \(host)", "User-Agent: Test/1", "Accept: */*",
                "Accept-Encoding: identity", "", "",
            ])
    }

    @Test(arguments: [
        "https://", "ftp://a.example/", "https://user@a.example/", "https://a.example/./x", "http://user@a.example/",
        "http://user:word@a.example/", "http:///x", "http://",
        "http://a.example:/", "http://a.example/../x", "http://a.example/x/./y", "http://a.example/.x",
        "http://a.example/%2e%2e/x", "http://m\u{fc}ller.example/", "http://a%20b.example/", "http://a.example/x y",
        "http://a.example/\u{e9}", "http://a.example/x\r\nEvil: 1", "http://a.example/x\\y", "http://a.example/\u{7f}",
        "HTTP://a.example/", "http://a_b.example/", "file:///x",
    ])
    func leavesToLibcurlWhatMustBeChanged(url: String) {
        #expect(text(url) == nil)
    }

    @Test func addsFields() throws {
        let tag = try #require(HTTPFields.Field(name: "If-None-Match", value: "\"a\""))
        let empty = try #require(HTTPFields.Field(name: "X-Empty", value: ""))
        #expect(
            text("http://a.example/", [tag, empty])?
                .hasSuffix("identity\r\nIf-None-Match: \"a\"\r\nX-Empty: \r\n\r\n") == true)
    }

    @Test(arguments: ["Host", "user-agent", "ACCEPT", "Accept-Encoding", "Connection", "Transfer-Encoding"])
    func leavesToLibcurlWhatStandsInTheTextAlready(name: String) throws {
        let field = try #require(HTTPFields.Field(name: name, value: "x"))
        #expect(text("http://a.example/", [field]) == nil)
    }

    @Test(arguments: [
        ("https://a.example/x", "/x"), ("https://a.example", "/"), ("https://a.example/", "/"),
        ("https://a.example?x#y", "/?x"),
    ])
    func writesABlock(url: String, path: String) throws {
        let request = try #require(PlainRequest(url: url, fields: []))
        var encoder = HPACKEncoder(authority: request.authority.span, userAgent: "test")
        var block: [UInt8] = []
        request.appendBlock(to: &block, by: &encoder)
        var head = HPACKHead(byteLimit: 1000)
        var decoder = HPACKDecoder()
        try decoder.decode(block.span, into: &head)
        let text = String(decoding: head.text, as: UTF8.self)
        #expect(text.hasPrefix(":method: GET\r\n:scheme: https\r\n:path: \(path)\r\n:authority: a.example\r\n"))
    }
}
