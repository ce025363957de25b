import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct ResumptionTests {
    private static let strong = ["ETag": "\"a\"", "Content-Length": "100"]

    private func head(_ status: Int, _ fields: [String: String]) -> ResponseHead {
        ResponseHead(
            url: URL(filePath: "/x"), status: HTTPStatus(status),
            fields: HTTPFields(fields.compactMap { HTTPFields.Field(name: $0.key, value: $0.value) }))
    }

    @Test func asksForTheRestOfTheSameBody() throws {
        let resumption = try #require(Resumption(of: head(200, Self.strong), at: 40))
        #expect(resumption.fields.map(\.name) == ["Range", "If-Range", "Accept-Encoding"])
        #expect(resumption.fields.map(\.value) == ["bytes=40-", "\"a\"", "identity"])
    }

    @Test(arguments: [["ETag": "W/\"a\""], ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], [:]])
    func needsAStrongValidator(fields: [String: String]) {
        #expect(Resumption(of: head(200, fields), at: 40) == nil)
    }

    @Test func resumesOnlyWholeBodies() {
        #expect(Resumption(of: head(206, Self.strong), at: 40) == nil)
        #expect(Resumption(of: head(404, Self.strong), at: 40) == nil)
    }

    @Test(arguments: [("bytes 40-99/*", Resumption.Verdict.other), ("bytes 40-99/100", .rest(byteCount: 100))])
    func needsToKnowWhereTheBodyEnds(range: String, verdict: Resumption.Verdict) throws {
        let resumption = try #require(Resumption(of: head(200, ["ETag": "\"a\""]), at: 40))
        #expect(resumption.verdict(on: head(206, ["Content-Range": range])) == verdict)
    }

    @Test(arguments: [["Content-Encoding": "gzip"], ["Accept-Ranges": "none"]])
    func asksForAllWhereNoPartCanBeHad(fields: [String: String]) throws {
        let resumption = try #require(Resumption(of: head(200, Self.strong.merging(fields) { $1 }), at: 40))
        #expect(resumption.fields.isEmpty)
    }

    @Test(arguments: [
        (206, ["ETag": "\"a\"", "Content-Range": "bytes 40-99/100"], Resumption.Verdict.rest(byteCount: 100)),
        (206, ["Content-Range": "bytes 40-99/*"], .rest(byteCount: 100)),
        (206, ["Content-Range": "bytes 40-98/100"], .other), (206, ["Content-Range": "bytes 40-98/*"], .other),
        (206, ["Content-Range": "bytes 40-39/100"], .other), (206, ["Content-Range": "bytes 40-100/100"], .other),
        (206, ["Content-Range": "bytes 40-99/100", "Content-Length": "59"], .other),
        (206, ["ETag": "\"b\"", "Content-Range": "bytes 40-99/100"], .other),
        (206, ["Content-Range": "bytes 41-99/100"], .other), (206, ["Content-Range": "bytes 40-98/99"], .other),
        (206, ["Content-Range": "lines 40-99/100"], .other), (206, [:], .other),
        (206, ["Content-Range": "bytes 40-99/100", "Content-Encoding": "gzip"], .other),
        (200, ["ETag": "\"a\""], .sameBody(known: 40)), (200, ["ETag": "W/\"a\""], .otherBody), (200, [:], .otherBody),
        (200, ["ETag": "\"a\"", "Content-Encoding": "gzip"], .otherBody), (416, [:], .other), (404, [:], .other),
    ])
    func judgesAnswers(status: Int, fields: [String: String], verdict: Resumption.Verdict) throws {
        let resumption = try #require(Resumption(of: head(200, Self.strong), at: 40))
        #expect(resumption.verdict(on: head(status, fields)) == verdict)
    }
}
