import FoundationEssentials
import SupplierGoTesting
import Testing

@testable import SupplierGoKit

/// A loader of somebody else's, which streams only and knows no limit.
private struct EndlessLoader: DataLoading {
    let takenCount = Watched(0)

    func stream(for request: DataRequest) async throws -> DataStream {
        let takenCount = takenCount
        let chunks = ByteChunks {
            takenCount.update { $0 += 1 }
            return takenCount.value > 1000 ? nil : [1, 2, 3]
        }
        return DataStream(head: DataResponse.Head(url: request.url, status: HTTPStatus(200)), chunks: chunks)
    }
}

struct DataLoadingTests {
    private let url = URL(filePath: "/x")

    @Test func stopsAForeignLoaderAtTheLimit() async throws {
        let loader = EndlessLoader()
        await #expect(throws: DataLoadError(.bodyTooLarge(limit: 29), url)) {
            try await loader.data(for: DataRequest(url: url, byteLimit: 29))
        }
        #expect(loader.takenCount.value == 10)
    }

    @Test(arguments: [3000, nil]) func collectsAForeignLoadersBody(limit: Int?) async throws {
        let response = try await EndlessLoader().data(for: DataRequest(url: url, byteLimit: limit))
        #expect(response.body.count == 3000)
    }
}
