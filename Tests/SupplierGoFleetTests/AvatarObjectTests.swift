import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoFleet
@testable import SupplierGoKit

struct AvatarObjectTests {
    private let key = CacheKey("abc", in: .avatars)
    private let image = Records.png(1)
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func response(_ lines: [String]) -> StoredResponse {
        StoredResponse(
            url: "abc", status: HTTPStatus(200), fields: ResponseLines.fields(lines, at: now),
            requestedAt: now.addingTimeInterval(-1), receivedAt: now)
    }

    private func fields(_ lines: [String], given: [String] = []) -> HeaderFields {
        AvatarObject.fields(
            for: image, mediaType: "image/png", response: response(lines), given: ResponseLines.fields(given), key: key,
            at: now)
    }

    @Test func aNameIsTheHashOfTheURL() {
        #expect(key.path == "avatars/ba/7816bf8f01cfea414140de5dae2223b00361")
        #expect(AvatarObject.missingName(of: key) == "missing/ba/7816bf8f01cfea414140de5dae2223b00361")
    }

    @Test(arguments: [
        [], ["Cache-Control: max-age=60", "ETag: \"a\""], ["Last-Modified: {-5000}", "Expires: {3600}", "Date: {-2}"],
        ["Vary: accept", "ETag: W/\"x\"", "Cache-Control: no-cache, stale-if-error=5"], ["Cache-Control: private"],
    ])
    func whatIsKnownComesBack(lines: [String]) throws {
        let (entry, checksum) = try #require(
            AvatarObject.entry(for: key, byteCount: image.count, fields(lines)))
        #expect(entry.response == response(lines))
        #expect(entry.storedAt == now)
        #expect(entry.byteCount == image.count)
        #expect(entry.file == nil)
        #expect(checksum == XXH64.hash(of: image.span))
    }

    @Test func aRecordOfAnotherAvatarOrSizeIsNone() {
        let fields = fields([])
        #expect(AvatarObject.entry(for: CacheKey("abd", in: .avatars), byteCount: image.count, fields) == nil)
        #expect(AvatarObject.entry(for: key, byteCount: image.count - 1, fields) == nil)
        #expect(AvatarObject.entry(for: key, byteCount: image.count, HeaderFields()) == nil)
        let broken = ResponseLines.fields(["x-amz-meta-suppliergo-a: bm90aGluZw=="])
        #expect(AvatarObject.entry(for: key, byteCount: image.count, broken) == nil)
        let text = ResponseLines.fields(["x-amz-meta-suppliergo-a: *"])
        #expect(AvatarObject.entry(for: key, byteCount: image.count, text) == nil)
    }

    @Test func aNoteHoldsNoURLAndIsThatOfItsNameOnly() throws {
        let secret = CacheKey("https://kim:s3cret@x.test/a?token=t0ken", in: .avatars)
        let failure = StoredResponse.Failure(
            url: secret.text, status: HTTPStatus(410), reason: "status 410", failedAt: now,
            retryAt: now.addingTimeInterval(60))
        let note = AvatarObject.note(of: failure, for: secret)
        let text = String(decoding: note, as: UTF8.self)
        #expect(!text.contains("s3cret") && !text.contains("t0ken") && !text.contains("x.test"))
        #expect(AvatarObject.failure(inNote: note, of: secret) == failure)
        #expect(AvatarObject.failure(inNote: note, of: key) == nil)
        #expect(AvatarObject.failure(inNote: failure.bytes(), of: secret) == nil)
        #expect(AvatarObject.failure(inNote: [], of: secret) == nil)
    }

    @Test(
        arguments: [(404, 86_400.0, 3600.0), (404, 59, 59), (200, 60, nil), (0, 60, nil)] as [(Int, Double, Double?)])
    func aNoteIsBelievedForAnHourAtMost(status: Int, seconds: Double, expected: Double?) {
        let failure = StoredResponse.Failure(
            url: key.text, status: HTTPStatus(status), reason: "", failedAt: now,
            retryAt: now.addingTimeInterval(seconds))
        let read = AvatarObject.failure(inNote: AvatarObject.note(of: failure, for: key), of: key)
        #expect(read?.retryAt == expected.map { now.addingTimeInterval($0) })
    }

    @Test func withoutItsResponseAnAvatarIsRevalidated() throws {
        let tag = "\"" + String(repeating: "x", count: 2000) + "\""
        let fields = fields(["ETag: \(tag)", "Cache-Control: max-age=60"])
        let entry = try #require(AvatarObject.entry(for: key, byteCount: image.count, fields)).entry
        #expect(entry.response == nil)
        #expect(!Freshness(of: entry, assuming: .avatars).isFresh(at: now))
    }

    @Test(
        arguments: [
            (["Cache-Control: max-age=60"], [], "max-age=60"),
            (
                ["Cache-Control: max-age=60"], ["Cache-Control: max-age=60 ,s-maxage=5", "Cache-Control: immutable"],
                "max-age=60, s-maxage=5, immutable"
            ),
            (
                ["Cache-Control: public,max-age=1,must-revalidate,stale-while-revalidate=2,stale-if-error=3"], [],
                "public, max-age=1, must-revalidate, stale-while-revalidate=2, stale-if-error=3"
            ),
            (["Cache-Control: no-cache"], [], "no-cache"), (["Cache-Control: max-age=x"], [], "max-age=0"),
            (["Cache-Control: max-age=60"], ["Cache-Control: max-age=60, x=\"\u{e9}\""], "max-age=60"),
            (["Cache-Control: immutable"], [], nil), ([], [], nil),
        ] as [([String], [String], String?)])
    func passesTheServersDirectivesOn(lines: [String], given: [String], expected: String?) {
        #expect(fields(lines, given: given)["Cache-Control"] == expected)
    }

    @Test func directivesThatNoStoreWouldTakeAreWrittenAnew() {
        let long = "Cache-Control: max-age=60, " + String(repeating: "x", count: 300)
        #expect(fields(["Cache-Control: max-age=60"], given: [long])["Cache-Control"] == "max-age=60")
    }

    @Test func saysWhatItIsAndWhenItExpires() {
        let fields = fields(["Expires: {3600}"])
        #expect(fields["Content-Type"] == "image/png")
        #expect(fields["Expires"] == "Tue, 14 Nov 2023 23:13:20 GMT")
        #expect(self.fields(["Expires: never"])["Expires"] == "0")
        #expect(self.fields([])["Expires"] == nil)
        // libcurl sorts the lines that it signs as wholes: no name may be the beginning of another.
        let names = fields.fields.map { $0.name.lowercased() } + ["x-amz-content-sha256", "x-amz-date", "host"]
        for name in names { #expect(names.count { $0.hasPrefix(name) } == 1, "\(name)") }
    }
}
