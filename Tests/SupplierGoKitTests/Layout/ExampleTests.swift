import FoundationEssentials
import SupplierGoKit
import TestSupport
import Testing

/// Compiles the example of the README and of the documentation's landing page, and runs it.
@Suite(.timeLimit(.minutes(1)))
struct ExampleTests {
    private static func text(_ path: String) throws -> String {
        let repository = URL(filePath: TestData.directory).deletingLastPathComponent()
        return try String(contentsOf: repository.appending(path: path), encoding: .utf8)
    }

    /// The lines of a document's first Swift example, but for the two that name a place.
    private static func example(in path: String) throws -> [Substring] {
        let text = try text(path)
        let start = try #require(text.firstRange(of: "```swift\n"))
        let end = try #require(text[start.upperBound...].firstRange(of: "\n```"))
        let lines = text[start.upperBound..<end.lowerBound].split(separator: "\n")
        return lines.filter { !$0.hasPrefix("import ") && !$0.contains("https://") && !$0.contains("DiskCache(") }
    }

    @Test func theExampleRuns() async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer { request in
            request.target.hasSuffix(".json")
                ? .ok(Records.catalog([Records.record(1, avatar: "1.png")])) : .ok(Records.png(1))
        }
        let location = CatalogLocation.remote(server.url("/catalog.json"))
        let cache = DiskCache(directory: directory.path)
        var lines: [String] = []
        func print(_ name: String, _ count: Int) { lines.append("\(name) \(count)") }

        let dataLoader = DataLoader()
        let loader = SupplierLoader(location: location, dataLoader: dataLoader, cache: cache)
        var suppliers: [Supplier] = []
        for try await batch in loader.suppliers() { suppliers += batch.suppliers }
        for await outcome in loader.avatars(for: suppliers) {
            print(outcome.supplier.fullname, outcome.supplier.avatar?.bytes?.count ?? 0)
        }
        await dataLoader.shutdown()

        #expect(lines == ["Supplier 1 \(Records.png(1).count)"])
    }

    @Test(arguments: ["README.md", "Sources/SupplierGoKit/SupplierGoKit.docc/SupplierGoKit.md"])
    func theDocumentsHaveThisVeryExample(path: String) throws {
        let source = try Self.text("Tests/SupplierGoKitTests/Layout/ExampleTests.swift")
        let lines = try Self.example(in: path)
        #expect(lines.count >= 6)
        for line in lines { #expect(source.contains(line), "\(line)") }
    }
}
