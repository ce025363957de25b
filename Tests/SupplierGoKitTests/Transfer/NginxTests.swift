import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// The loader against a real server.
@Suite(.timeLimit(.minutes(1)), .enabled(if: NginxServer.isInstalled, Comment(rawValue: NginxServer.absence)))
struct NginxTests {
    private func loader(_ change: (inout DataLoader.Configuration) -> Void = { _ in }) -> DataLoader {
        var configuration = DataLoader.Configuration()
        change(&configuration)
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
    private func load(
        _ count: Int, with loader: DataLoader, from url: @escaping @Sendable (String) -> URL
    ) async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<count {
                group.addTask {
                    let request = DataRequest(url: url("/\(number).png"))
                    let response = try await loader.data(for: request)
                    #expect(response.head.status == HTTPStatus(200))
                    #expect(response.body == Records.png(number))
                }
            }
            try await group.waitForAll()
        }
    }

    /// Addresses of proxies often have `https://` for one that speaks HTTP.
    @Test(arguments: [true, false])
    func saysWhoDoesNotSpeakTLS(isProxy: Bool) async throws {
        let directory = try directory(files: 0)
        let server = try await NginxServer(serving: directory.path)
        let address = server.url("/").absoluteString.replacing("http:", with: "https:")
        let loader = loader { $0.proxy = isProxy ? address : "" }
        let url = try #require(URL(string: isProxy ? "https://erp.example/" : address))
        let reason = "it does not speak TLS; try http://"
        let error = await #expect(throws: DataLoadError.self) { try await loader.data(for: DataRequest(url: url)) }
        switch error?.reason {
        // A libcurl that does not find its certificates says so before it hears from the proxy.
        case .unusableProxy(let text): #expect(isProxy && (text == reason || text.contains("trust anchors")))
        case .tls(let text): #expect(!isProxy && text == reason)
        default: Issue.record("\(String(describing: error))")
        }
        await loader.shutdown()
    }

    @Test
    func multiplexesOverHTTP2() async throws {
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

    /// nginx admits 128 streams on a connection. libcurl 8.21 once opened a second one on a busy machine.
    @Test func needsNoConnectionForEachStreamOfHTTP2() async throws {
        let directory = try directory(files: 600)
        let server = try await NginxServer(serving: directory.path)
        let loader = loader {
            $0.concurrency = 256
            $0.connectionsPerHost = 256
        }
        try await load(600, with: loader) { server.secureURL($0) }
        await loader.shutdown()
        let requests = try await server.endedRequests()
        #expect(requests.count == 600)
        #expect(Set(requests.map { $0.split(separator: " ")[1] }).count <= 2)
    }

    @Test
    func keepsHTTP1ConnectionsAlive() async throws {
        let directory = try directory(files: 300)
        let server = try await NginxServer(serving: directory.path)
        let loader = loader { $0.connectionsPerHost = 16 }
        try await load(300, with: loader) { server.url($0) }
        await loader.shutdown()
        let requests = try await server.endedRequests()
        #expect(requests.count == 300)
        #expect(requests.allSatisfy { $0.hasPrefix("HTTP/1.1 ") })
        #expect(Set(requests.map { $0.split(separator: " ")[1] }).count <= 16)
    }

    /// A place that is libcurl's for as long as its stream is read must not be waited for by what the reader waits for.
    @Test func sharesThePlacesOfAHostWithLibcurl() async throws {
        let directory = try directory(files: 50)
        try directory.write([UInt8](repeating: 0x20, count: 8 << 20), to: "large")
        let server = try await NginxServer(serving: directory.path)
        let loader = loader { $0.connectionsPerHost = 1 }
        for _ in 0..<2 {
            let stream = try await loader.stream(for: DataRequest(url: server.secureURL("/large")))
            try await load(50, with: loader) { server.secureURL($0) }
            var count = 0
            for try await chunk in stream.chunks { count += chunk.count }
            #expect(count == 8 << 20)
            try await load(50, with: loader) { server.secureURL($0) }
        }
        await loader.shutdown()
        let requests = try await server.endedRequests()
        #expect(requests.count == 202)
    }

    @Test func survivesCancellationsAtRandomMoments() async throws {
        let directory = try directory(files: 100)
        let server = try await NginxServer(serving: directory.path)
        let loader = loader()
        var random = SeededRandom(seed: 3)
        var tasks: [Task<[UInt8], any Error>] = []
        for number in 0..<1000 {
            let url = server.secureURL("/\(number % 100).png")
            let task = Task {
                try await loader.data(for: DataRequest(url: url, byteLimit: 1_000_000 + number))
                    .body
            }
            tasks.append(task)
            for _ in 0..<Int.random(in: 0..<20, using: &random) { await Task.yield() }
            if Bool.random(using: &random) { tasks[Int.random(in: 0...number, using: &random)].cancel() }
        }
        var count = 0
        for (number, task) in tasks.enumerated() {
            do {
                #expect(try await task.value == Records.png(number % 100))
                count += 1
            } catch {
                #expect(error is CancellationError)
                #expect(task.isCancelled)
            }
        }
        #expect(count > 0)
        try await load(100, with: loader) { server.secureURL($0) }
        await loader.shutdown()
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

    /// Without a file libcurl takes the one that it was built for, which another system may not have.
    @Test(arguments: [nil, "/etc/ssl/certs/ca-certificates.crt"])
    func refusesAnUnknownAuthority(file: String?) async throws {
        let directory = try directory(files: 1)
        let server = try await NginxServer(serving: directory.path)
        var configuration = DataLoader.Configuration()
        configuration.certificateAuthorityFile = file
        let strict = DataLoader(configuration: configuration)
        let url = server.secureURL("/0.png")
        do {
            _ = try await strict.data(for: DataRequest(url: url))
            Issue.record("expected a certificate that does not verify")
        } catch let error as DataLoadError {
            #expect(error.url == url)
            guard case .tls(let reason) = error.reason else { throw error }
            #expect(file == nil || reason.contains("certificate"))
        }
        await strict.shutdown()
        configuration.verifiesCertificates = false
        let lenient = DataLoader(configuration: configuration)
        #expect(try await lenient.data(for: DataRequest(url: url)).body == Records.png(0))
        await lenient.shutdown()
    }
}
