import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// What the kit promises of avatars, whatever a loader or cache of another program does.
@Suite(.timeLimit(.minutes(1)))
struct AvatarPromisesTests {
    private struct OwnError: Error {}

    /// A loader that ignores limits: it answers each request with 70 bytes of an image from an address.
    private struct CarelessLoader: DataLoading {
        let remoteAddress: String?
        let requests = Watched<[DataRequest]>([])

        func stream(for request: DataRequest) async throws -> DataStream {
            requests.update { $0.append(request) }
            let head = DataResponse.Head(url: request.url, status: HTTPStatus(200), remoteAddress: remoteAddress)
            let chunk = Watched<[UInt8]?>(Records.png(1))
            return DataStream(head: head, chunks: ByteChunks { chunk.update { $0.take() } })
        }
    }

    private let setting: LoaderSetting

    init() throws {
        setting = try LoaderSetting()
    }

    private func outcomes(_ loader: SupplierLoader, _ endpoints: [String]) async -> [AvatarOutcome] {
        let suppliers = endpoints.enumerated().map { setting.supplier($0.offset, $0.element) }
        var outcomes: [AvatarOutcome] = []
        for await outcome in loader.avatars(for: suppliers) { outcomes.append(outcome) }
        return outcomes.sorted { $0.position < $1.position }
    }

    private func failure(_ outcome: AvatarOutcome?) -> AvatarOutcome.Error? {
        if case .failed(let failure) = outcome?.result { failure } else { nil }
    }

    @Test(arguments: [true, false], [true, false])
    func givesEveryOutcomeWhereTheCacheFails(reading: Bool, writing: Bool) async throws {
        let dataLoader = ScriptedDataLoader([:], otherwise: .ok(Records.png(1)))
        let error = CacheError.refused(path: "", reason: "no signal in the tunnel")
        let cache = MemoryCache(readError: reading ? error : nil, writeError: writing ? error : nil)
        let outcomes = await outcomes(setting.loader(dataLoader, cache: cache), (0..<40).map { "\($0).png" })
        #expect(outcomes.map(\.position) == Array(0..<40))
        for outcome in outcomes {
            guard case .loaded(let avatar) = outcome.result else {
                Testing.Issue.record("expected an avatar, not \(outcome.result)")
                return
            }
            #expect(avatar.bytes == Records.png(1))
            #expect((avatar.cacheError != nil) == writing)
        }
    }

    @Test func givesEveryOutcomeWhereALoaderThrowsItsOwnErrors() async throws {
        let dataLoader = ScriptedDataLoader(
            [try setting.url("1.png"): .init(steps: [.fail(CancellationError())])],
            otherwise: .init(steps: [.fail(OwnError())]))
        let cache = MemoryCache()
        let outcomes = await outcomes(setting.loader(dataLoader, cache: cache), ["0.png", "1.png", "0.png"])
        #expect(outcomes.count == 3)
        for outcome in outcomes {
            guard case .transfer(let error) = failure(outcome), case .failed = error.reason else {
                Testing.Issue.record("expected a failed transfer, not \(outcome.result)")
                return
            }
        }
        #expect(cache.contents.claims.isEmpty)
    }

    @Test(arguments: [nil, "no address", "8.8.8.8"])
    func takesAnAvatarByNameFromALoaderThatSaysWhichAddressAnswered(address: String?) async throws {
        let loader = SupplierLoader(
            location: .remote(setting.catalog), dataLoader: CarelessLoader(remoteAddress: address), cache: nil)
        let failure = failure(await outcomes(loader, ["a.png"]).first)
        #expect((failure == nil) == (address == "8.8.8.8"))
        if let failure { #expect("\(failure)".contains("which address answered")) }
    }

    @Test func takesNoAvatarOverItsLimitFromALoaderThatIgnoresIt() async throws {
        let loader = SupplierLoader(
            location: .remote(setting.catalog), configuration: configuration(byteLimit: 10),
            dataLoader: CarelessLoader(remoteAddress: "8.8.8.8"), cache: nil)
        let error = DataLoadError(.bodyTooLarge(limit: 10), try setting.url("a.png"))
        #expect(failure(await outcomes(loader, ["a.png"]).first) == .transfer(error))
    }

    @Test(arguments: ["http://169.254.169.254/", "http://[::1]/a.png", "http://localhost/a.png"])
    func asksForNoInnerAddressThatACatalogFromOutsideNames(endpoint: String) async throws {
        let dataLoader = CarelessLoader(remoteAddress: nil)
        let loader = SupplierLoader(
            location: .remote(setting.catalog), configuration: configuration(), dataLoader: dataLoader, cache: nil)
        let url = try #require(URL(string: endpoint))
        #expect(failure(await outcomes(loader, [endpoint]).first) == .transfer(DataLoadError(.privateAddress, url)))
        #expect(dataLoader.requests.value.isEmpty)
    }

    @Test(arguments: [("10.0.0.1", false), ("::1", false), ("93.184.216.34", true)])
    func takesNoAnswerOfAnInnerAddress(address: String, isTaken: Bool) async throws {
        let loader = SupplierLoader(
            location: .remote(setting.catalog), configuration: configuration(),
            dataLoader: CarelessLoader(remoteAddress: address), cache: nil)
        let error = DataLoadError(.privateAddress, try setting.url("a.png"))
        #expect(failure(await outcomes(loader, ["a.png"]).first) == (isTaken ? nil : .transfer(error)))
    }

    private func configuration(byteLimit: Int = 1000) -> SupplierLoader.Configuration {
        var configuration = SupplierLoader.Configuration()
        configuration.avatarByteLimit = byteLimit
        return configuration
    }
}
