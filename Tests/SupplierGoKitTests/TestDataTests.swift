import FoundationEssentials
import SupplierGoKit
import TestSupport
import Testing

struct TestDataTests {
    private static func suppliers() throws -> [Supplier] {
        try JSONDecoder().decode([Supplier].self, from: Data(try TestData.bytes("catalog.json")))
    }

    @Test func theCatalogHolds24SuppliersUnderAsManyIDs() throws {
        let suppliers = try Self.suppliers()
        #expect(suppliers.count == 24)
        #expect(Set(suppliers.map(\.id)).count == 24)
    }

    @Test func everyAvatarIsAWholeImageOfItsExtensionsKindButForTwo() throws {
        var faults: [String: Int] = [:]
        for endpoint in try Self.suppliers().compactMap({ $0.avatar?.endpoint }) {
            guard FileManager.default.fileExists(atPath: TestData.path(endpoint)) else {
                faults["missing", default: 0] += 1
                continue
            }
            let bytes = try TestData.bytes(endpoint)
            guard let kind = ImageHeader.kind(of: bytes) else {
                faults["no image", default: 0] += 1
                continue
            }
            #expect(endpoint.hasSuffix(".\(kind.fileExtension)"))
            #expect(!ImageHeader.isCutShort(bytes) && bytes.count < 6000)
        }
        #expect(faults == ["missing": 1, "no image": 1])
    }

    @Test func theAvatarsAreOfFourKindsAndSomeAreShared() throws {
        let endpoints = try Self.suppliers().map { $0.avatar?.endpoint }
        let named = endpoints.compactMap { $0 }
        #expect(endpoints.filter { $0 == nil }.count == 2)
        #expect(named.filter { $0 == "avatars/blue-water.webp" }.count == 3)
        #expect(named.filter { $0 == "avatars/krone.png" }.count == 2)
        #expect(Set(named.compactMap { $0.split(separator: ".").last }) == ["png", "jpg", "gif", "webp"])
    }

    @Test func everyFileInAvatarsIsSomebodys() throws {
        let endpoints = Set(try Self.suppliers().compactMap { $0.avatar?.endpoint })
        for file in try TestData.files(in: "avatars") { #expect(endpoints.contains(file)) }
    }

    @Test(arguments: try TestData.files(in: "shapes").filter { $0.hasSuffix(".json") })
    func wellFormedShapesAreJSON(_ file: String) throws {
        let text = String(decoding: try TestData.bytes(file), as: UTF8.self).trimmingPrefix("\u{feff}")
        #expect(throws: Never.self) { try JSONDecoder().decode(Anything.self, from: Data(text.utf8)) }
    }

    @Test(arguments: try TestData.files(in: "advisors/details") + ["advisors/dashboard.json"])
    func theAdvisorsAreJSON(_ file: String) throws {
        #expect(throws: Never.self) { try JSONDecoder().decode(Anything.self, from: Data(try TestData.bytes(file))) }
    }

    /// `JSONDecoder` is laxer than RFC 8259 about two of them.
    @Test(arguments: try TestData.files(in: "malformed"))
    func malformedCatalogsDoNotDecode(_ file: String) throws {
        guard !["malformed/trailing-comma.json", "malformed/utf-16.json"].contains(file) else { return }
        let data = Data(try TestData.bytes(file))
        #expect(throws: (any Error).self) { try JSONDecoder().decode([Supplier].self, from: data) }
    }

    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }
}
