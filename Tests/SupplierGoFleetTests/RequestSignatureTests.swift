import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoFleet
@testable import SupplierGoKit

/// Compares with `TestData/signatures.json`, which `Tests/Tables/signatures.py` writes with botocore.
@Suite(.timeLimit(.minutes(1)))
struct RequestSignatureTests {
    /// A request as botocore makes and signs it.
    struct Row: Decodable, Sendable, CustomStringConvertible {
        let endpoint, prefix, name, operation, method, target, body, authorization: String
        let token: String?
        let fields: [String: String]

        var description: String { "\(operation) \(target)" }

        var signature: RequestSignature {
            RequestSignature(
                accessKeyID: "AKIDEXAMPLE", secretAccessKey: ObjectStoreServer.signature.secretAccessKey,
                sessionToken: token, region: "eu-north-7")
        }
    }

    static func rows() throws -> [Row] {
        try JSONDecoder().decode([Row].self, from: Data(TestData.bytes("signatures.json")))
    }

    @Test func urlsAreThoseOfBotocore() throws {
        for row in try Self.rows() {
            let prefix = row.prefix.isEmpty ? "" : "/" + row.prefix
            let location = try ObjectStoreLocation(
                "s3://fleet\(prefix)", endpoint: row.endpoint, signature: row.signature)
            let url = location.url(ofObjectNamed: row.name)
            let server = try #require(row.endpoint.split(separator: "/").dropFirst().first)
            #expect(url?.absoluteString == "http://\(server)\(row.target)", "\(row)")
        }
    }

    @Test func theCheckOfTheTestServerComputesWhatBotocoreDoes() throws {
        let rows = try Self.rows()
        #expect(rows.count > 80)
        for row in rows {
            var head = "\(row.method) \(row.target) HTTP/1.1\r\nAuthorization: \(row.authorization)\r\n"
            for (name, value) in row.fields { head += "\(name): \(value)\r\n" }
            let request = try #require(
                RecordedRequest(head: Array((head + "\r\n").utf8), body: Array(row.body.utf8)))
            let check = SignatureCheck(row.signature)
            #expect(check.authorization(of: request) == row.authorization, "\(row)")
            #expect(check.isPassed(by: request), "\(row)")
        }
    }

    @Test(arguments: ["body", "target", "field"])
    func theCheckFindsWhatWasChanged(part: String) throws {
        let row = try #require(try Self.rows().first { $0.operation == "PUT" && !$0.body.isEmpty })
        var head = "\(row.method) \(row.target)\(part == "target" ? "x" : "") HTTP/1.1\r\n"
        for (name, value) in row.fields { head += "\(name): \(value)\(part == "field" ? "x" : "")\r\n" }
        head += "Authorization: \(row.authorization)\r\n\r\n"
        let body = Array((row.body + (part == "body" ? "x" : "")).utf8)
        let request = try #require(RecordedRequest(head: Array(head.utf8), body: body))
        #expect(!SignatureCheck(row.signature).isPassed(by: request))
    }

    @Test func noDescriptionHoldsASecret() throws {
        let signature = RequestSignature(
            accessKeyID: "public", secretAccessKey: "hidden", sessionToken: "covert", region: "eu")
        let location = try ObjectStoreLocation("s3://b/p", endpoint: "http://store.example", signature: signature)
        var request = DataRequest(url: try #require(location.url(ofObjectNamed: "a")))
        request.signature = signature
        var dumped = ""
        dump(request, to: &dumped)
        dump(location, to: &dumped)
        for text in ["\(signature)", String(reflecting: signature), "\(request)", "\(location)", dumped] {
            #expect(!text.contains("hidden") && !text.contains("covert"), "\(text)")
        }
        #expect(dumped.contains("public"))
    }
}
