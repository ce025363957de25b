import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// The loader against a real server.
@Suite(.timeLimit(.minutes(1)), .enabled(if: NginxServer.isInstalled, Comment(rawValue: NginxServer.absence)))
struct NginxTests {
    private func loader() -> DataLoader {
        var configuration = DataLoader.Configuration()
        configuration.certificateAuthorityFile = TestData.path("tls/authority.pem")
        // Many tests run at once: a pause of this process is none of the server.
        configuration.idleTimeout = .seconds(300)
        return DataLoader(configuration: configuration)
    }

    private func directory(files: Int) throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        for number in 0..<files { try directory.write(Records.png(number), to: "\(number).png") }
        return directory
    }

    /// Loads all files at once, and checks every byte.
    private func load(_ count: Int, with loader: DataLoader, from url: @escaping @Sendable (String) -> URL) async throws
    {
        try await withThrowingTaskGroup { group in
            for number in 0..<count {
                group.addTask {
                    let response = try await loader.data(for: DataRequest(url: url("/\(number).png")))
                    #expect(response.head.status == HTTPStatus(200))
                    #expect(response.body == Records.png(number))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func multiplexesOverHTTP2() async throws {
        let directory = try directory(files: 300)
        let server = try await NginxServer(serving: directory.path)
        let loader = loader()
        try await load(300, with: loader) { server.secureURL($0) }
        await loader.shutdown()
        let requests = try await server.endedRequests()
        #expect(requests.count == 300)
        #expect(requests.allSatisfy { $0.hasPrefix("HTTP/2.0 ") })
        #expect(Set(requests.map { $0.split(separator: " ")[1] }).count <= 4)
    }

    @Test func keepsHTTP1ConnectionsAlive() async throws {
        let directory = try directory(files: 300)
        let server = try await NginxServer(serving: directory.path)
        let loader = loader()
        try await load(300, with: loader) { server.url($0) }
        await loader.shutdown()
        let requests = try await server.endedRequests()
        #expect(requests.count == 300)
        #expect(requests.allSatisfy { $0.hasPrefix("HTTP/1.1 ") })
        #expect(Set(requests.map { $0.split(separator: " ")[1] }).count <= 16)
    }

    @Test func decodesWhatTheServerCompresses() async throws {
        let directory = try TemporaryDirectory()
        let catalog = Records.catalog((1...2000).map { Records.record($0) })
        try directory.write(catalog, to: "catalog.json")
        let server = try await NginxServer(serving: directory.path)
        let loader = loader()
        for url in [server.url("/catalog.json"), server.secureURL("/catalog.json")] {
            let stream = try await loader.stream(for: DataRequest(url: url))
            #expect(stream.head.fields["Content-Encoding"] == "gzip")
            var body: [UInt8] = []
            for try await chunk in stream.chunks { body += chunk }
            #expect(body == catalog)
        }
        await loader.shutdown()
    }

    @Test func refusesAnUnknownAuthority() async throws {
        let directory = try directory(files: 1)
        let server = try await NginxServer(serving: directory.path)
        let strict = DataLoader()
        let url = server.secureURL("/0.png")
        do {
            _ = try await strict.data(for: DataRequest(url: url))
            Issue.record("expected a certificate that does not verify")
        } catch DataLoadError.tls(let at, let reason) {
            #expect(at == url)
            #expect(reason.contains("certificate"))
        }
        await strict.shutdown()
        var configuration = DataLoader.Configuration()
        configuration.verifiesCertificates = false
        let lenient = DataLoader(configuration: configuration)
        #expect(try await lenient.data(for: DataRequest(url: url)).body == Records.png(0))
        await lenient.shutdown()
    }
}
