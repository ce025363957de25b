import FoundationEssentials
import SupplierGoFleet
import SupplierGoKit
import SupplierGoTesting
import TestSupport
import Testing

/// Compiles the examples of the documents, and runs those that need no server of their own.
@Suite(.timeLimit(.minutes(1)))
struct ExampleTests {
    private static let catalogFolder = "Sources/SupplierGoKit/SupplierGoKit.docc"

    private let suppliers = SampleData.suppliers(3)

    private func loader() -> SupplierLoader {
        let dataLoader = ScriptedDataLoader(suppliers: suppliers)
        return SupplierLoader(location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: MemoryCache())
    }

    /// The lines of all Swift examples of a document, but for its imports.
    private static func examples(in path: String) throws -> [Substring] {
        let repository = URL(filePath: TestData.directory).deletingLastPathComponent()
        let text = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
        var lines: [Substring] = []
        var isInside = false
        for line in text.split(separator: "\n") {
            if line == "```" { isInside = false }
            if isInside, !line.hasPrefix("import ") { lines.append(line) }
            if line == "```swift" { isInside = true }
        }
        return lines
    }

    @Test(arguments: [
        "README.md", "\(catalogFolder)/SupplierGoKit.md", "\(catalogFolder)/LoadAndShow.md",
        "\(catalogFolder)/OwnParts.md", "\(catalogFolder)/HandleErrors.md", "\(catalogFolder)/TestWithDoubles.md",
        "\(catalogFolder)/EditSuppliers.md", "\(catalogFolder)/SwiftUI.md", "\(catalogFolder)/Resize.md",
        "\(catalogFolder)/InAServer.md", "\(catalogFolder)/LoadDetails.md",
        "Sources/SupplierGoFleet/SupplierGoFleet.docc/SupplierGoFleet.md",
    ])
    func everyLineOfTheDocumentsIsCompiledHere(path: String) throws {
        let here = URL(filePath: TestData.directory).deletingLastPathComponent()
            .appending(path: "Tests/SupplierGoKitTests/Layout")
        let source = try ["ExampleTests", "GuideTests"].map {
            try String(contentsOf: here.appending(path: "\($0).swift"), encoding: .utf8)
        }.joined()
        let lines = try Self.examples(in: path)
        #expect(lines.count >= 1)
        for line in lines { #expect(source.contains(line), "\(line)") }
    }

    /// Loaders that are made here would use the network and the user's cache directory.
    private func makeLoaders(url: URL, directory: String) -> [SupplierLoader] {
        var loaders: [SupplierLoader] = []
        do {
            let loader = SupplierLoader(url: url)

            loaders.append(loader)
        }
        do {
            let dataLoader = DataLoader()
            let cache = DiskCache(directory: directory)
            let loader = SupplierLoader(location: .remote(url), dataLoader: dataLoader, cache: cache)
            loaders.append(loader)
        }
        return loaders
    }

    /// This loader, too, would use the user's cache.
    private func edit(url: URL, edits: SupplierEdits, original: Supplier) async throws -> [String] {
        var shown: [String] = []
        func show(_ values: Any...) { shown.append("\(values.count)") }
        do {
            var loader = SupplierLoader(url: url)
            loader.edits = edits
            let now = Timestamp(.now)
            do {
                try loader.edits.change([.phone: "+351 21 555 0199"], of: original.id, original: original, at: now)
            } catch {
                guard case .fields(let errors) = error else { throw error }
                for error in errors { show(error.field, error.reason) }
            }
            for try await batch in loader.suppliers() {
                for edited in batch.edited where !edited.conflicts.isEmpty {
                    show(edited.conflicts, edited.original?.fullname ?? "")
                }
            }
        }
        return shown
    }

    @Test func loadsSuppliersAndThenTheirAvatars() async throws {
        let loader = loader()
        var shown: [String] = []
        func show(_ values: Any...) { shown.append("\(values.count)") }
        func print(_ name: String, _ count: Int) { shown.append("\(name): \(count)") }
        do {
            var suppliers: [Supplier] = []
            for try await batch in loader.suppliers() {
                suppliers += batch.suppliers
                for record in batch.badRecords { show(record) }
            }
            for await outcome in loader.avatars(for: suppliers) {
                if case .loaded(let avatar) = outcome.result { show(avatar.byteCount, outcome.position) }
            }
        }
        #expect(shown == ["2", "2", "2"])
        shown = []
        do {
            var suppliers: [Supplier] = []
            for try await batch in loader.suppliers() { suppliers += batch.suppliers }
            for await outcome in loader.avatars(for: suppliers) {
                print(outcome.supplier.fullname, outcome.supplier.avatar?.bytes?.count ?? 0)
            }
        }
        let size = SampleData.png(0).count
        #expect(shown.sorted() == (1...3).map { "Supplier \($0): \(size)" })
        shown = []
        for try await outcome in loader.avatars(for: loader.suppliers()) {
            show(outcome.supplier.fullname, outcome.result)
        }
        #expect(shown.count == 3)
    }

    @Test func checksPartsOfOnesOwn() async throws {
        let (myCache, myLoader) = (MemoryCache(), ScriptedDataLoader(suppliers: suppliers))
        let (url, body) = (SampleData.catalogURL, SampleData.catalog(suppliers))
        let missing = try #require(URL(string: "https://suppliers.example/none"))
        let brokenByCache = await checkCache(myCache)
        let brokenByLoader = await checkLoader(myLoader, at: url, body: body, missing: missing)
        #expect(brokenByCache + brokenByLoader == [])
    }

    @Test func loadsOneSupplierByItsID() async throws {
        let loader = loader()
        let id = Supplier.ID(2)
        var shown: [String] = []
        func show(_ name: String, _ result: AvatarOutcome.Result) { shown.append("\(name): \(result)") }
        if let supplier = try await loader.supplier(withID: id) {
            let outcome = try await loader.avatar(for: supplier)
            show(supplier.fullname, outcome.result)
        }
        #expect(shown.count == 1 && shown[0].hasPrefix("Supplier 2: loaded"))
    }

    @Test(
        arguments: [
            (.failure(DataLoadError(.unresolvedHost, SampleData.catalogURL)), "Check the connection"),
            (.status(500), "returned status 500"),
        ] as [(ScriptedDataLoader.Reply, String)])
    func errorsOfCatalogsAreMatched(reply: ScriptedDataLoader.Reply, expected: String) async throws {
        let dataLoader = ScriptedDataLoader([SampleData.catalogURL: reply])
        let loader = SupplierLoader(location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: nil)
        var suppliers: [Supplier] = []
        var shown = ""
        func show(_ text: String) { shown = text }
        do {
            for try await batch in loader.suppliers() { suppliers += batch.suppliers }
        } catch CatalogError.unreachable(let reason) {
            show("Check the connection: \(reason)")
        } catch let error as CatalogError {
            show(error.description)
        }
        #expect(suppliers.isEmpty)
        #expect(shown.contains(expected), "\(shown)")
    }

    @Test func workersShareAStore() async throws {
        let origin = try LoopbackServer { _ in .ok(SampleData.png()) }
        let server = try ObjectStoreServer()
        let (catalog, environment, dataLoader) = (origin.url("/catalog.json"), server.environment, DataLoader())
        var shown: [String] = []
        func show(_ error: any Error) { shown.append("\(error)") }
        for index in 1...2 {
            let shard = try #require(Shard(index, of: 2))
            let location = try await ObjectStoreLocation("s3://fleet/faces", environment: environment)
            var loader = SupplierLoader(location: .remote(catalog), dataLoader: dataLoader, cache: nil)
            loader.store = AvatarStore(at: location, dataLoader: dataLoader)
            for await outcome in loader.avatars(for: loader.select(suppliers, for: shard), delivering: .files) {
                if case .failed(let error) = loader.unstored(outcome.supplier) { show(error) }
            }
        }
        await dataLoader.shutdown()
        #expect(shown.isEmpty)
        #expect(server.objects.count == 3)
        #expect(origin.requests.count == 3)
    }

    @Test func aLoaderOfOnesOwnIsOneMethod() async throws {
        struct ArchiveLoader: DataLoading {
            let files: [URL: [UInt8]]
            let checksAddresses = true

            func stream(for request: DataRequest) async throws -> DataStream {
                let body = files[request.url]
                let chunks = AsyncStream { continuation in
                    if let body { continuation.yield(body) }
                    continuation.finish()
                }
                let head = DataResponse.Head(url: request.url, status: HTTPStatus(body == nil ? 404 : 200))
                return DataStream(head: head, chunks: ByteChunks(chunks))
            }
        }
        let dataLoader = ArchiveLoader(files: [SampleData.catalogURL: SampleData.catalog(suppliers)])
        let loader = SupplierLoader(location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: nil)
        var found: [Supplier] = []
        for try await batch in loader.suppliers() { found += batch.suppliers }
        #expect(found == suppliers)
    }

    @Test func doublesServeCatalogsAndAvatars() async throws {
        do {
            let dataLoader = ScriptedDataLoader(suppliers: SampleData.suppliers(3))
            let loader = SupplierLoader(
                location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: MemoryCache())
            var count = 0
            for try await batch in loader.suppliers() { count += batch.suppliers.count }
            #expect(count == 3)
        }
        let gate = Gate()
        let slow = ScriptedDataLoader.Reply(steps: [.waitFor(gate), .head, .chunk(SampleData.png())])
        let dataLoader = ScriptedDataLoader(
            suppliers: SampleData.suppliers(3), avatars: [Supplier.ID(1): .status(404), Supplier.ID(2): slow])
        let cache = MemoryCache(writeError: CacheError.tooLarge(path: "/avatars"))
        let loader = SupplierLoader(location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: cache)
        var ends: [String] = []
        for await outcome in loader.avatars(for: suppliers) {
            switch outcome.result {
            case .loaded(let avatar):
                #expect(avatar.cacheError == .tooLarge(path: "/avatars"))
                ends.append("loaded \(outcome.position)")
            case .failed: ends.append("failed \(outcome.position)")
            case .none: Issue.record("every supplier has an avatar")
            }
            if ends.count == 2 { gate.open() }
        }
        #expect(Set(ends.prefix(2)) == ["failed 0", "loaded 2"])
        #expect(ends.last == "loaded 1")
    }

    @Test func detailsCompleteASupplier() async throws {
        var shown: [String] = []
        func show(_ text: String) { shown.append(text) }
        var configuration = SupplierLoader.Configuration()
        configuration.shape = try CatalogShape([.detail: "details/{id}"])
        let dataLoader = ScriptedDataLoader(
            suppliers: suppliers, details: [Supplier.ID(1): .ok(SampleData.details()), Supplier.ID(2): .status(500)])
        let loader = SupplierLoader(
            location: .remote(SampleData.catalogURL), configuration: configuration, dataLoader: dataLoader,
            cache: MemoryCache())
        for supplier in suppliers {
            let details = try await loader.details(of: supplier)
            let accounts = details.supplier.otherFields["accounts"]?.elements ?? []
            for account in accounts { show(account["name"]?.text ?? "") }
            if let error = details.error { show(error.description) }
        }
        #expect(shown.prefix(2) == ["Account 1", "Account 2"])
        #expect(shown.count == 4 && shown[2].hasSuffix("returned status 500") && shown[3].contains("HTTP 404"))
    }
}
