#if Curl
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct DataLoaderFailureTests {
    /// The reason why a request fails.
    private func failure(of url: URL, limit: Int? = nil, timeout: Duration = .seconds(30)) async -> DataLoadError? {
        var configuration = DataLoader.Configuration()
        configuration.idleTimeout = timeout
        configuration.retryLimit = 0
        let loader = DataLoader(configuration: configuration)
        defer { Task { await loader.shutdown() } }
        do {
            _ = try await loader.data(for: DataRequest(url: url, byteLimit: limit))
            return nil
        } catch {
            return error as? DataLoadError
        }
    }

    @Test func namesAHostThatDoesNotResolve() async throws {
        let url = try #require(URL(string: "http://suppliers.invalid/x"))
        #expect(await failure(of: url) == DataLoadError(.unresolvedHost, url))
    }

    /// In a process of its own, which may open no more files.
    @Test func saysThatTheProcessHasNoMoreDescriptors() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 0, rlim_max: 0)
            #expect(unsafe setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit) == 0)
            let request = DataRequest(url: try #require(URL(string: "http://127.0.0.1/")))
            let error = DataLoadError(.unreachable(reason: "Too many open files"), request.url)
            await #expect(throws: error) { try await DataLoader().data(for: request) }
        }
    }

    @Test(arguments: [(0, 2, 1), (16, 2, 1), (40, 2, 7), (40, 16, 3), (1024, 2, 335), (.max, 64, .max / 3 - 26)])
    func startsAsManyTransfersAsThereAreDescriptors(limit: Int, processorCount: Int, expected: Int) {
        #expect(DataLoader.transferLimit(descriptorLimit: limit, processorCount: processorCount) == expected)
    }

    @Test func saysThatAPortIsClosed() async throws {
        let port = try ClosedPort()
        let error = await failure(of: port.url())
        #expect(error?.url == port.url())
        guard case .unreachable(let reason) = error?.reason else {
            Issue.record("expected an unreachable server")
            return
        }
        #expect(reason == "Connection refused")
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n",
    ])
    func noticesABodyThatIsCutShort(answer: String) async throws {
        let server = try LoopbackServer { _ in .steps(.send(Array(answer.utf8)), .close) }
        #expect(await failure(of: server.url("/")) == DataLoadError(.cutShort(byteCount: 5), server.url("/")))
    }

    @Test func noticesAReset() async throws {
        let sent = Gate()
        let server = try LoopbackServer { _ in
            .steps(.send(Answer.head(200, fields: ["Content-Length": "10"])), .waitFor(sent), .reset)
        }
        let loader = DataLoader()
        let stream = try await loader.stream(for: DataRequest(url: server.url("/")))
        sent.open()
        await #expect(throws: DataLoadError(.cutShort(byteCount: 0), server.url("/"))) {
            for try await _ in stream.chunks {}
        }
        await loader.shutdown()
    }

    @Test func refusesABodyThatSaysItIsTooLarge() async throws {
        let server = try LoopbackServer { _ in
            .steps(.send(Answer.head(200, fields: ["Content-Length": "1000000"])), .silence)
        }
        #expect(
            await failure(of: server.url("/"), limit: 999_999)
                == DataLoadError(.bodyTooLarge(limit: 999_999), server.url("/")))
    }

    @Test func stopsABodyThatGrowsTooLarge() async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let server = try LoopbackServer { _ in
            .steps(.send(Array(head.utf8)), .sendEndlessly(Array("3\r\nabc\r\n".utf8)))
        }
        #expect(
            await failure(of: server.url("/"), limit: 5000)
                == DataLoadError(.bodyTooLarge(limit: 5000), server.url("/")))
    }

    @Test func takesABodyOfJustTheLimit() async throws {
        let server = try LoopbackServer { _ in .ok(Array(repeating: 7, count: 5000)) }
        #expect(await failure(of: server.url("/"), limit: 5000) == nil)
    }

    @Test(arguments: [Answer.silence, .steps(.send(Answer.head(200, fields: ["Content-Length": "9"])), .silence)])
    func endsATransferOnWhichNoByteArrives(answer: Answer) async throws {
        let server = try LoopbackServer { _ in answer }
        let timeout = Duration.milliseconds(50)
        #expect(
            await failure(of: server.url("/"), timeout: timeout)
                == DataLoadError(.timedOut(after: timeout), server.url("/")))
    }

    @Test func endsAConnectionThatIsNeverAccepted() async throws {
        let listener = try SilentListener()
        let timeout = Duration.milliseconds(50)
        #expect(
            await failure(of: listener.url(), timeout: timeout)
                == DataLoadError(.timedOut(after: timeout), listener.url()))
    }

    @Test func saysWhatIsWrongWithACertificateFile() async throws {
        var configuration = DataLoader.Configuration()
        configuration.certificateAuthorityFile = "/nonexistent/ca.pem"
        let loader = DataLoader(configuration: configuration)
        let url = try #require(URL(string: "https://127.0.0.1:\(try ClosedPort().port)/"))
        await #expect(throws: DataLoadError.self) { try await loader.data(for: DataRequest(url: url)) }
        await loader.shutdown()
    }
}
#endif
