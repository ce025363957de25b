#if Curl
import Dispatch
import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// Proxies that are told an address, which libcurl resolves here, unseen.
@Suite(.timeLimit(.minutes(1)))
struct SOCKSTests {
    private func loader(_ proxy: String, _ address: String) -> DataLoader {
        DataLoader.tryingOnce {
            $0.idleTimeout = .seconds(20)
            $0.proxy = proxy
            $0.hostAddresses["pictures.example:80"] = address
        }
    }

    private func request(_ reach: DataRequest.Reach) throws -> DataRequest {
        DataRequest(url: try #require(URL(string: "http://pictures.example/1.png")), reach: reach)
    }

    @Test(arguments: [
        ("socks", "10.0.0.1", DataLoadError.Reason.privateAddress), ("socks4", "10.0.0.1", .privateAddress),
        ("socks5", "10.0.0.1", .privateAddress), ("SOCKS5", "10.0.0.1", .privateAddress),
        ("socks5", "", .unresolvedHost),
    ])
    func areToldNeitherAPrivateAddressNorAnUnresolvedName(
        scheme: String, address: String, reason: DataLoadError.Reason
    ) async throws {
        let proxy = try FirstBytesListener()
        async let bytes = proxy.bytes(3)
        let loader = loader("\(scheme)://127.0.0.1:\(proxy.port)", address)
        let request = try request(.publicOnly)
        await #expect(throws: DataLoadError(reason, request.url)) { try await loader.data(for: request) }
        await loader.shutdown()
        proxy.stop()
        #expect(try await bytes == nil)
    }

    /// In a process of its own, in which all threads for such lookups are taken, as if name servers were silent.
    @Test func aNameIsNotLookedUpForLongerThanTheIdleTime() async {
        await #expect(processExitsWith: .success) {
            let never = DispatchSemaphore(value: 0)
            for _ in 0..<64 { BlockingThreads.waiting.submit { _ = never.wait(timeout: .now() + 20) } }
            var configuration = DataLoader.Configuration()
            configuration.idleTimeout = .milliseconds(50)
            configuration.proxy = "socks5://127.0.0.1:1"
            configuration.hostAddresses["pictures.example:80"] = "10.0.0.1"
            let loader = DataLoader(configuration: configuration)
            let url = try #require(URL(string: "http://pictures.example/1.png"))
            await #expect(throws: DataLoadError(.timedOut(after: .milliseconds(50)), url)) {
                try await loader.data(for: DataRequest(url: url, reach: .publicOnly))
            }
            await loader.shutdown()
        }
    }

    /// Of version 4 a request has the version, a command, the port, the address and a user's name.
    @Test(arguments: [
        ("socks4", "8.8.4.4", DataRequest.Reach.publicOnly, [4, 1, 0, 80, 8, 8, 4, 4, 0]),
        ("socks4", "10.0.0.1", .anywhere, [4, 1, 0, 80, 10, 0, 0, 1, 0]),
        ("socks4a", "10.0.0.1", .publicOnly, [4, 1, 0, 80, 0, 0, 0, 1, 0]),
    ])
    func areToldTheAddressThatWasJudged(
        scheme: String, address: String, reach: DataRequest.Reach, bytes: [UInt8]
    ) async throws {
        let proxy = try FirstBytesListener()
        async let received = proxy.bytes(9)
        let loader = loader("\(scheme)://127.0.0.1:\(proxy.port)", address)
        let request = try request(reach)
        await #expect(throws: DataLoadError.self) { try await loader.data(for: request) }
        await loader.shutdown()
        proxy.stop()
        #expect(try await received == bytes)
    }

    @Test(arguments: [
        (IPAddress.v4(0x0808_0404), "8.8.4.4"), (.v4(0xff00_0001), "255.0.0.1"),
        (.v6(0x2001_4860 << 96 | 0x8888), "[2001:4860:0:0:0:0:0:8888]"),
    ])
    func anAddressIsWrittenAsItIsRead(address: IPAddress, text: String) {
        #expect(address.description == text)
        #expect(IPAddress(text.filter { !"[]".contains($0) }) == address)
    }
}
#endif
