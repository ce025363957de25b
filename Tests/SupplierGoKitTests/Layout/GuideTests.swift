import FoundationEssentials
import Observation
import SupplierGoKit
import SupplierGoTesting
import TestSupport
import Testing

/// Runs the guides that ``ExampleTests`` compares with their documents.
@Suite(.timeLimit(.minutes(1)))
struct GuideTests {
    @MainActor @Observable
    final class SupplierList {
        private(set) var suppliers: [Supplier] = []
        private(set) var message: String?
        private var loadNumber = 0

        func load(from loader: SupplierLoader) async {
            loadNumber += 1
            let number = loadNumber
            message = nil
            var arrived: [Supplier] = []
            do {
                for try await batch in loader.suppliers() {
                    try Task.checkCancellation()
                    guard number == loadNumber else { return }
                    arrived += batch.suppliers
                    suppliers = arrived
                }
            } catch is CancellationError {
                // The view is gone.
            } catch {
                if number == loadNumber { message = "\(error)" }
            }
        }
    }

    @MainActor @Observable
    final class SupplierCell {
        private(set) var image: [UInt8]?

        func load(_ supplier: Supplier, from loader: SupplierLoader) async {
            image = nil
            do throws(CancellationError) {
                let outcome = try await loader.avatar(for: supplier)
                if case .loaded(let avatar) = outcome.result { image = avatar.bytes }
            } catch {
                // The row has scrolled by, and its transfer has ended.
            }
        }
    }

    struct ResizingLoader: DataLoading {
        let loader: any DataLoading
        let resize: @Sendable ([UInt8]) -> [UInt8]

        var checksAddresses: Bool { loader.checksAddresses }

        func data(for request: DataRequest) async throws -> DataResponse {
            let response = try await loader.data(for: request)
            let type = response.head.fields["Content-Type"] ?? ""
            guard response.head.status == HTTPStatus(200), type.hasPrefix("image/") else { return response }
            return DataResponse(head: response.head, body: resize(response.body), metrics: response.metrics)
        }

        func stream(for request: DataRequest) async throws -> DataStream { try await loader.stream(for: request) }
    }

    final class SupplierService: Sendable {
        private let dataLoader: DataLoader
        private let cache: DiskCache

        init(cacheDirectory: String) {
            var limits = DataLoader.Configuration()
            limits.concurrency = 64
            limits.retryLimit = 1
            limits.idleTimeout = .seconds(5)
            limits.timeLimit = .seconds(20)
            dataLoader = DataLoader(configuration: limits)
            cache = DiskCache(directory: cacheDirectory, byteLimit: 1 << 28)
        }

        func supplier(_ id: Supplier.ID, in catalog: URL) async throws -> AvatarOutcome? {
            var limits = SupplierLoader.Configuration()
            limits.avatarByteLimit = 1 << 20
            limits.pageLimit = 100
            let loader = SupplierLoader(
                location: .remote(catalog), configuration: limits, dataLoader: dataLoader, cache: cache)
            guard let supplier = try await loader.supplier(withID: id) else { return nil }
            return try await loader.avatar(for: supplier)
        }

        func shutdown() async { await dataLoader.shutdown() }
    }

    private func loader(_ dataLoader: any DataLoading, _ cache: MemoryCache = MemoryCache()) -> SupplierLoader {
        SupplierLoader(location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: cache)
    }

    @Test @MainActor func aListThatIsLoadedTwiceShowsEachSupplierOnce() async {
        let suppliers = SampleData.suppliers(3)
        let loader = loader(ScriptedDataLoader(suppliers: suppliers))
        let list = SupplierList()
        async let first: Void = list.load(from: loader)
        async let second: Void = list.load(from: loader)
        _ = await (first, second)
        #expect(list.suppliers == suppliers)
        await list.load(from: loader.offline)
        await list.load(from: loader.refreshing)
        #expect(list.suppliers == suppliers && list.message == nil)
        var images: [Int: [UInt8]] = [:]
        for await outcome in loader.avatars(for: list.suppliers) {
            if case .loaded(let avatar) = outcome.result { images[outcome.position] = avatar.bytes }
        }
        #expect(images.count == 3)
        let cell = SupplierCell()
        await cell.load(suppliers[1], from: loader)
        #expect(cell.image == images[1])
        await cell.load(suppliers[1], from: self.loader(ScriptedDataLoader([:], otherwise: .status(500))))
        #expect(cell.image == nil)
    }

    @Test @MainActor func anEarlierLoadChangesNothing() async throws {
        let (gate, suppliers) = (Gate(), SampleData.suppliers(3))
        let waiting = ScriptedDataLoader.Reply(steps: [.waitFor(gate), .head])
        let slow = ScriptedDataLoader([:], otherwise: waiting)
        let list = SupplierList()
        let earlier = Task { await list.load(from: loader(slow)) }
        try await slow.until { $0.requests.count == 1 }
        await list.load(from: loader(ScriptedDataLoader(suppliers: suppliers)))
        gate.open()
        await earlier.value
        #expect(list.suppliers == suppliers && list.message == nil)
    }

    @Test @MainActor func onlyAFailureIsAMessage() async throws {
        let gate = Gate()
        let waiting = ScriptedDataLoader.Reply(steps: [.waitFor(gate), .head])
        let dataLoader = ScriptedDataLoader([:], otherwise: waiting)
        let list = SupplierList()
        let (cell, supplier) = (SupplierCell(), SampleData.suppliers(1)[0])
        let tasks = [
            Task { await list.load(from: loader(dataLoader)) },
            Task { await cell.load(supplier, from: loader(dataLoader)) },
        ]
        try await dataLoader.until { $0.requests.count == 2 }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        #expect(list.message == nil && cell.image == nil)
        await list.load(from: loader(ScriptedDataLoader([:], otherwise: .status(500))))
        #expect(list.message?.hasSuffix("returned status 500") == true)
    }

    @Test func aSmallerImageIsKept() async throws {
        let (url, supplier, small) = (SampleData.catalogURL, SampleData.suppliers(1)[0], SampleData.png(9))
        let type = try #require(HeaderFields.Field(name: "Content-Type", value: "image/png"))
        let image = ScriptedDataLoader.Reply(steps: [.head, .chunk(SampleData.png(1))], fields: HeaderFields([type]))
        let cache = MemoryCache()
        let resize: @Sendable ([UInt8]) -> [UInt8] = { _ in small }
        do {
            let dataLoader = ResizingLoader(loader: DataLoader(), resize: resize)
            let loader = SupplierLoader(location: .remote(url), dataLoader: dataLoader, cache: cache)
            #expect(try await loader.cachedAvatars(for: [supplier]) == [nil])
        }
        let loader = loader(ResizingLoader(loader: ScriptedDataLoader([:], otherwise: image), resize: resize), cache)
        _ = try await loader.avatar(for: supplier)
        let entry = try #require(try await loader.cachedAvatars(for: [supplier])[0])
        #expect(try await cache.bytes(of: entry) == small)
    }

    @Test func aServiceHasOneLoaderAndAnEnd() async throws {
        let server = try LoopbackServer { request in
            request.target == "/" ? .ok(Records.catalog([Records.record(1, avatar: "/a")])) : .ok(SampleData.png())
        }
        defer { server.stop() }
        let directory = try TemporaryDirectory()
        let service = SupplierService(cacheDirectory: directory.path(of: "cache"))
        let outcome = try await service.supplier(Supplier.ID(1), in: server.url("/"))
        guard case .loaded? = outcome?.result else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        await service.shutdown()
        await #expect(throws: CatalogError.self) {
            _ = try await service.supplier(Supplier.ID(1), in: server.url("/other"))
        }
    }

    @Test func theLinesOfAManifestAreOne() async throws {
        let lines = """
            dependencies: [.package(path: "../SupplierGo")],
            targets: [
                .executableTarget(name: "App", dependencies: [.product(name: "SupplierGoKit", package: "SupplierGo")]),
                .testTarget(
                    name: "AppTests",
                    dependencies: ["App", .product(name: "SupplierGoTesting", package: "SupplierGo")]),
            ]
            """
        let directory = try TemporaryDirectory()
        let manifest =
            "// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: \"App\",\n\(lines))\n"
        try directory.write(Array(manifest.utf8), to: "Package.swift")
        var configuration = CommandLineRun.Configuration()
        configuration.executable = "/usr/bin/env"
        let result = try await CommandLineRun(
            ["swift", "package", "--package-path", directory.path, "dump-package"], configuration: configuration
        ).result()
        #expect(result.status == 0, "\(result.errorOutput)")
    }
}
