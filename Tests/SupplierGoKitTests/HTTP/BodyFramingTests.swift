import Testing

@testable import SupplierGoKit

struct BodyFramingTests {
    private func fields(_ lines: [String]) -> HTTPFields {
        var fields = HTTPFields()
        for line in lines {
            let isField = fields.append(line: line.utf8.span)
            #expect(isField)
        }
        return fields
    }

    @Test(arguments: [
        (200, ["Content-Length: 12"], BodyFraming.length(12)),
        (200, ["content-length: 0"], .length(0)),
        (206, ["Content-Length: 999999999999999999"], .length(999_999_999_999_999_999)),
        (200, [], .untilClose),
        (404, [], .untilClose),
        (200, ["Transfer-Encoding: chunked"], .chunked),
        (200, ["Transfer-Encoding: Chunked", "Content-Length: 7"], .chunked),
        (304, ["Content-Length: 12"], .none),
        (204, ["Transfer-Encoding: chunked"], .none),
        (103, ["Content-Length: 12"], .none),
    ])
    func tellsWhereABodyEnds(status: Int, lines: [String], framing: BodyFraming) {
        #expect(BodyFraming(status: status, fields: fields(lines)) == framing)
    }

    @Test(arguments: [
        "Content-Length: -1", "Content-Length: +1", "Content-Length: 0x10", "Content-Length: 1 2", "Content-Length:",
        "Content-Length: 1000000000000000000", "Content-Length: 5, 5", "Transfer-Encoding: gzip",
        "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: identity",
    ])
    func knowsWhenNobodyCanTell(line: String) {
        #expect(BodyFraming(status: 200, fields: fields([line])) == nil)
    }

    @Test(arguments: [
        (["Content-Length: 1"], true, true), (["Content-Length: 1"], false, false),
        (["Content-Length: 1", "Connection: close"], true, false),
        (["Content-Length: 1", "Connection: Keep-Alive"], false, true),
        (["Content-Length: 1", "Connection: keep-alive, Close"], true, false),
        ([], true, false), (["Transfer-Encoding: chunked"], true, true),
        (["Transfer-Encoding: chunked", "Content-Length: 1"], true, false),
    ])
    func tellsWhetherTheConnectionMayBeAskedAgain(lines: [String], isPersistent: Bool, isKept: Bool) throws {
        let fields = fields(lines)
        let framing = try #require(BodyFraming(status: 200, fields: fields))
        #expect(framing.keepsConnection(fields, isPersistent: isPersistent) == isKept)
    }
}
