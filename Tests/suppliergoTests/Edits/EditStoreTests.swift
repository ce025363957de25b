import FoundationEssentials
import SupplierGoTesting
import TestSupport
import Testing

@testable import SupplierGoKit
@testable import suppliergo

/// Edits in files.
@Suite(.timeLimit(.minutes(1)))
struct EditStoreTests {
    private let directory: TemporaryDirectory
    private let catalog = CatalogLocation.file(path: "/c.json")
    private let now: Timestamp

    init() throws {
        directory = try TemporaryDirectory()
        now = try #require(Timestamp("2026-11-23T09:11:16.040Z"))
    }

    private var store: EditStore { EditStore(directory: directory.path(of: "data/edits")) }

    private func change(_ number: Int, phone: String, of catalog: CatalogLocation? = nil) async throws {
        try await store.update(of: catalog ?? self.catalog) { [now] edits in
            try edits.change(
                [.phone: phone], of: Supplier.ID(number), original: SampleData.supplier(number), at: now)
        }
    }

    private func phone(_ number: Int) async throws -> String? {
        try await store.document(of: catalog).edits[Supplier.ID(number)]?.changes[.phone]?.value
    }

    private var path: String { store.path(of: catalog) ?? "" }

    private func permissions(_ path: String) throws -> UInt32? {
        try FileSystem.status(of: path)?.permissions
    }

    @Test func keepsEditsForTheirUserOnly() async throws {
        #expect(try await store.document(of: catalog).edits.isEmpty)
        #expect(try directory.files().isEmpty)
        try await change(1, phone: "111")
        #expect(try await phone(1) == "111")
        #expect(try permissions(store.directory) == 0o700)
        for file in try directory.files() { #expect(try permissions(directory.path(of: file)) == 0o600, "\(file)") }
    }

    @Test func keepsCatalogsApart() async throws {
        let url = try #require(URL(string: "https://kim:secret@a.example/c.json#x"))
        let same = try #require(URL(string: "https://a.example/c.json"))
        try await change(1, phone: "111", of: .remote(url))
        try await change(1, phone: "222")
        let document = try await store.document(of: .remote(same))
        #expect(document.edits[Supplier.ID(1)]?.changes[.phone]?.value == "111")
        #expect(document.catalog == "https://a.example/c.json")
        #expect(try await phone(1) == "222")
        #expect(try await store.allDocuments().count == 2)
        for file in try directory.files() {
            let text = String(decoding: try directory.read(file), as: UTF8.self)
            #expect(!text.contains("secret"))
        }
    }

    @Test func keepsTheLastTwoVersions() async throws {
        for number in 0..<25 { try await change(1, phone: "100\(number)") }
        let versions = try directory.files().filter { $0.contains(".jsonl.~") }
        #expect(versions.count == 2)
        for (suffix, phone) in [(".~1~", "10023"), (".~2~", "10022")] {
            let version = try #require(versions.first { $0.hasSuffix(suffix) })
            let kept = EditDocument(try directory.read(version))
            #expect(kept.edits[Supplier.ID(1)]?.changes[.phone]?.value == phone)
        }
    }

    @Test func writesNothingWhereNothingChanges() async throws {
        try await change(1, phone: "111")
        let before = try directory.files()
        try await change(1, phone: "111")
        await #expect(throws: SupplierEdits.Edit.Error.self) { try await change(1, phone: "x") }
        #expect(try directory.files() == before)
        #expect(try await phone(1) == "111")
    }

    @Test func returnsWhatTheChangeDoesOnceTheEditsAreKept() async throws {
        try await change(1, phone: "111")
        let counts = try await store.update(of: catalog) { edits in
            let before = edits.count
            edits = SupplierEdits()
            return [before, edits.count]
        }
        #expect(counts == [1, 0])
        #expect(try await store.document(of: catalog).edits.isEmpty)
    }

    @Test func setsDamagedLinesAsideBeforeItWrites() async throws {
        try await change(1, phone: "111")
        let file = try #require(try directory.files().first { $0.hasSuffix(".jsonl") })
        try directory.write(try directory.read(file) + Array("{\"id\":\"2\"\nrubbish\n".utf8), to: file)
        #expect(try await store.document(of: catalog).damagedLines.map(\.number) == [3, 4])
        #expect(try !directory.files().contains { $0.hasSuffix(".damaged") })
        try await change(3, phone: "333")
        #expect(try directory.read(file + ".damaged") == Array("{\"id\":\"2\"\nrubbish\n".utf8))
        let document = try await store.document(of: catalog)
        #expect(document.damagedLines.isEmpty && document.edits.count == 2)
    }

    @Test func losesNoLineThatItDoesNotUnderstand() async throws {
        try await change(1, phone: "111")
        let file = try #require(try directory.files().first { $0.hasSuffix(".jsonl") })
        let text = String(decoding: try directory.read(file), as: UTF8.self)
            .replacing("\"suppliergoEdits\":1", with: "\"suppliergoEdits\":2")
        let line = #"{"id":"7","edit":"painted"}"# + "\n"
        try directory.write(Array((text + line).utf8), to: file)
        #expect(try await phone(1) == "111")
        try await change(1, phone: "222")
        #expect(try await phone(1) == "222")
        #expect(try directory.read(file + ".damaged") == Array(line.utf8))
    }

    @Test func takesEditsAlongToAnotherCatalog() async throws {
        let moved = CatalogLocation.file(path: "/moved.json")
        await #expect(throws: EditStoreError.noEdits(catalog: "/c.json")) {
            try await store.rename(catalog, to: moved)
        }
        try await change(1, phone: "111")
        try await change(2, phone: "222", of: .file(path: "/other.json"))
        await #expect(throws: EditStoreError.hasEdits(catalog: "/other.json")) {
            try await store.rename(catalog, to: .file(path: "/other.json"))
        }
        await #expect(throws: EditStoreError.hasEdits(catalog: "/c.json")) {
            try await store.rename(catalog, to: catalog)
        }
        try await store.rename(catalog, to: moved)
        #expect(try await store.document(of: catalog).edits.isEmpty)
        let document = try await store.document(of: moved)
        #expect(document.catalog == "/moved.json" && document.edits.count == 1)
    }

    @Test func keepsDamagedLinesOfAFileThatIsReplaced() async throws {
        try await change(1, phone: "111")
        let moved = CatalogLocation.file(path: "/moved.json")
        let path = try #require(store.path(of: moved))
        try Data("rubbish\n".utf8).write(to: URL(filePath: path))
        try await store.rename(catalog, to: moved)
        #expect(try Data(contentsOf: URL(filePath: path + ".damaged")) == Data("rubbish\n".utf8))
        #expect(try await store.document(of: moved).edits.count == 1)
    }

    @Test func finishesWhatAKilledProcessTookAlong() async throws {
        let moved = CatalogLocation.file(path: "/moved.json")
        for catalog in [catalog, moved] { try await change(1, phone: "111", of: catalog) }
        try await store.rename(catalog, to: moved)
        #expect(try await store.document(of: catalog).edits.isEmpty)
        #expect(try await store.document(of: moved).edits.count == 1)
    }

    @Test func writesToTheFileItHasReadWhateverItSays() async throws {
        try await change(1, phone: "111", of: .file(path: "/other.json"))
        let other = try #require(store.path(of: .file(path: "/other.json")))
        try FileManager.default.copyItem(atPath: other, toPath: path)
        try await change(2, phone: "222")
        #expect(try await store.document(of: catalog).edits.count == 2)
        #expect(try await store.document(of: .file(path: "/other.json")).edits.count == 1)
    }

    @Test func followsALink() async throws {
        try await change(1, phone: "111")
        let target = directory.path(of: "elsewhere.jsonl")
        try FileManager.default.moveItem(atPath: path, toPath: target)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        try await change(2, phone: "222")
        #expect(try await store.document(of: catalog).edits.count == 2)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
        #expect(try FileSystem.status(of: target + ".~1~") != nil)
    }

    @Test(arguments: [
        ("HTTPS://A.Example/x/../c.json", "https://a.example/c.json"),
        ("https://a.example:443/./c.json#part", "https://a.example/c.json"),
        ("https://kim:secret@a.example/C.json?Q=%2e", "https://a.example/C.json?Q=%2e"),
        ("http://a.example:80", "http://a.example/"), ("http://a.example:443/c", "http://a.example:443/c"),
    ])
    func knowsAURLByEveryText(text: String, identity: String) throws {
        #expect(try CatalogLocation(text, relativeTo: "/w").identity == identity)
    }

    @Test func cannotEditStandardInput() async throws {
        await #expect(throws: EditStoreError.unnamedCatalog) { try await change(1, phone: "111", of: .standardInput) }
        #expect(try await store.document(of: .standardInput).edits.isEmpty)
    }

    @Test func losesNoEditOfManyAtOnce() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...40 { group.addTask { try await change(number, phone: "200\(number)") } }
            try await group.waitForAll()
        }
        #expect(try await store.document(of: catalog).edits.count == 40)
    }

    @Test(arguments: ["./c.json", "/w/c.json", "/w/./c.json"])
    func knowsAFileByEveryPath(path: String) throws {
        let location = try CatalogLocation(path, relativeTo: "/w")
        #expect(location.identity == "/w/c.json")
    }

    /// A directory with a file and a link to it, another one with a link into a third one, and the paths of both.
    private func makeDirectories() throws -> (real: String, other: String) {
        let (real, other) = (directory.path(of: "real"), directory.path(of: "other"))
        try FileSystem.makeDirectories(real + "/sub")
        try FileSystem.makeDirectories(other)
        try directory.write([], to: "real/1.json")
        try FileManager.default.createSymbolicLink(atPath: real + "/latest.json", withDestinationPath: "1.json")
        try FileManager.default.createSymbolicLink(atPath: other + "/far", withDestinationPath: real + "/sub")
        return (real, other)
    }

    @Test func knowsAFileByTheRealPathOfItsDirectoryAndItsOwnName() throws {
        let (real, other) = try makeDirectories()
        for path in ["\(real)//c.json", "\(other)/far/../c.json", "\(real)/sub/../c.json"] {
            #expect(EditStore.name(of: try CatalogLocation(path, relativeTo: "/")) == real + "/c.json", "\(path)")
        }
        #expect(EditStore.name(of: try CatalogLocation("far/../c.json", relativeTo: other)) == real + "/c.json")
        #expect(EditStore.name(of: .file(path: real + "/latest.json")) == real + "/latest.json")
    }

    @Test func takesNoEditsOfAnotherFileForItsOwn() async throws {
        let (_, other) = try makeDirectories()
        try await change(1, phone: "111", of: .file(path: other + "/c.json"))
        #expect(try await store.document(of: .file(path: other + "/far/../c.json")).edits.isEmpty)
    }
}
