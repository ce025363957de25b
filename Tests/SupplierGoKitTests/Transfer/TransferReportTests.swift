import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// What is known of transfers that are over, those that failed included.
@Suite(.timeLimit(.minutes(1)))
struct TransferReportTests {
    private let reports = Watched<[DataLoader.Report]>([])

    private func loader(_ change: (inout DataLoader.Configuration) -> Void = { _ in }) -> DataLoader {
        var configuration = DataLoader.Configuration()
        configuration.retryPolicy.firstDelay = .zero
        change(&configuration)
        let reports = reports
        return DataLoader(configuration: configuration) { report in reports.update { $0.append(report) } }
    }

    @Test func givesTheFiguresOfAFailure() async throws {
        let server = try LoopbackServer { _ in
            .steps(.send(Answer.head(200, fields: ["Content-Length": "9"]) + [1, 2]), .close)
        }
        let loader = loader { $0.retryLimit = 2 }
        let url = server.url("/")
        let error = await #expect(throws: DataLoadError(.cutShort(byteCount: 2), url, tryCount: 3)) {
            try await loader.data(for: DataRequest(url: url))
        }
        let metrics = try #require(error?.metrics)
        #expect(metrics.retryCount == 2)
        #expect(metrics.status == HTTPStatus(200))
        #expect(metrics.receivedByteCount == 6)
        #expect(metrics.timeToFirstByte != nil)
        #expect(metrics.duration > .zero)
        #expect(await loader.totals().receivedByteCount == 6)
        #expect(reports.value.map(\.end) == [.failed(DataLoadError(.cutShort(byteCount: 2), url, tryCount: 3))])
        await loader.shutdown()
    }

    @Test func tellsOfEachTransferOnce() async throws {
        let server = try LoopbackServer { $0.target == "/silent" ? .silence : .ok($0.target) }
        let loader = loader()
        _ = try await loader.data(for: DataRequest(url: server.url("/whole")))
        for try await _ in try await loader.stream(for: DataRequest(url: server.url("/stream"))).chunks {}
        let silent = Task { try await loader.data(for: DataRequest(url: server.url("/silent"))) }
        try await server.requestCount(reaches: 3)
        silent.cancel()
        _ = await silent.result
        await loader.shutdown()
        #expect(reports.value.map(\.end) == [.complete, .complete, .cancelled])
        #expect(reports.value.map(\.isStream) == [false, true, false])
        #expect(reports.value.map(\.metrics.decodedByteCount) == [6, 7, 0])
    }

    @Test func aStreamsHeadHasOnlySoMuchTime() async throws {
        let server = try LoopbackServer { _ in .silence }
        let loader = loader { $0.timeLimit = .milliseconds(50) }
        let url = server.url("/")
        await #expect(throws: DataLoadError(.tookTooLong(limit: .milliseconds(50)), url)) {
            try await loader.stream(for: DataRequest(url: url))
        }
        await loader.shutdown()
    }
}
