import FoundationEssentials
import SupplierGoKit
import SupplierGoTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ScriptedDataLoaderTests {
    private let url = URL(filePath: "/a")

    @Test func givesHeadAndChunksAndRecordsTheRequest() async throws {
        let loader = ScriptedDataLoader([url: .chunks([[1, 2], [], [3]], contentType: "image/png")])
        let request = DataRequest(url: url, byteLimit: 3)
        let response = try await loader.data(for: request)
        #expect(response.body == [1, 2, 3])
        #expect(response.head.status == HTTPStatus(200))
        #expect(response.head.fields["content-type"] == "image/png")
        #expect(loader.log.requests == [request])
        #expect((loader.log.inFlight, loader.log.peakInFlight, loader.log.completedCount) == (0, 1, 1))
    }

    @Test func servesAvatarsAsTheyAreWritten() async throws {
        let endpoints = [" Zoë%20M.png", "/a[1]%20b.png?c d", "http://cdn.example/a b%20c\n"]
        let suppliers = endpoints.enumerated().map { SampleData.supplier($0.offset + 1, avatar: $0.element) }
        let dataLoader = ScriptedDataLoader(suppliers: suppliers)
        let loader = SupplierLoader(location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: nil)
        var count = 0
        for await outcome in loader.avatars(for: suppliers) { if case .loaded = outcome.result { count += 1 } }
        #expect(count == 3)
    }

    @Test func givesStatus404ForWhatIsNotInTheScript() async throws {
        let response = try await ScriptedDataLoader([:]).data(for: DataRequest(url: url))
        #expect(response.head.status == HTTPStatus(404))
    }

    @Test func keepsToTheByteLimit() async throws {
        let loader = ScriptedDataLoader([url: .chunks([[1, 2], [3]])])
        await #expect(throws: DataLoadError(.bodyTooLarge(limit: 2), url)) {
            try await loader.data(for: DataRequest(url: url, byteLimit: 2))
        }
    }

    @Test func failsBeforeOrBehindTheHead() async throws {
        let (early, late) = (URL(filePath: "/early"), URL(filePath: "/late"))
        let loader = ScriptedDataLoader([
            early: .failure(DataLoadError(.unresolvedHost, early)),
            late: .init(steps: [.head, .chunk([1]), .fail(DataLoadError(.cutShort(byteCount: 1), late))]),
        ])
        await #expect(throws: DataLoadError(.unresolvedHost, early)) {
            try await loader.stream(for: DataRequest(url: early))
        }
        let stream = try await loader.stream(for: DataRequest(url: late))
        var chunks = stream.chunks.makeAsyncIterator()
        #expect(try await chunks.next() == [1])
        await #expect(throws: DataLoadError(.cutShort(byteCount: 1), late)) { try await chunks.next() }
    }

    @Test func waitsAtAGateUntilTheTaskIsCancelled() async throws {
        let reached = Gate()
        let loader = ScriptedDataLoader([url: .init(steps: [.open(reached), .waitFor(Gate()), .head])])
        let task = Task { [url] in try await loader.data(for: DataRequest(url: url)).body }
        try await reached.opened()
        #expect(loader.log.inFlight == 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await loader.until { $0.inFlight == 0 }
        #expect(loader.log.completedCount == 0)
    }
}
