import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct DataLoaderRetryTests {
    private static let partial = Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabcde".utf8)

    private func loader(_ change: (inout DataLoader.Configuration) -> Void = { _ in }) -> DataLoader {
        var configuration = DataLoader.Configuration()
        configuration.retryPolicy.firstDelay = .milliseconds(1)
        change(&configuration)
        return DataLoader(configuration: configuration)
    }

    /// A server that gives one answer after the other, and the last one for ever.
    private func server(_ answers: Answer...) throws -> LoopbackServer {
        let count = Watched(0)
        return try LoopbackServer { _ in
            let index = count.update { count in
                count += 1
                return count - 1
            }
            return answers[min(index, answers.count - 1)]
        }
    }

    @Test(
        arguments: [
            Answer.status(503), .status(500, Array("sorry".utf8)), .steps(.close), .steps(.reset),
            .steps(.send(Array("HTTP/1.1 200 OK\r\nContent-".utf8)), .reset), .steps(.send(partial), .close),
            .steps(.send(partial), .reset), .status(503, Array(repeating: 1, count: 200_000)),
        ])
    func triesAgainWhatMayPass(answer: Answer) async throws {
        let server = try server(answer, answer, .ok("0123456789"))
        let loader = loader()
        let response = try await loader.data(for: DataRequest(url: server.url("/")))
        #expect(response.body == Array("0123456789".utf8))
        #expect(response.metrics?.retryCount == 2)
        #expect(server.requests.count == 3)
        await loader.shutdown()
    }

    @Test func beginsABrokenBodyAgain() async throws {
        let server = try server(.steps(.send(Self.partial), .close), .ok("9876543210", fields: ["ETag": "\"a\""]))
        let loader = loader()
        let response = try await loader.data(for: DataRequest(url: server.url("/")))
        #expect(response.body == Array("9876543210".utf8))
        #expect(server.requests.map { $0["Range"] } == [nil, nil])
        await loader.shutdown()
    }

    @Test func failsAStreamWhoseBodyBreaksOff() async throws {
        let server = try server(.steps(.send(Self.partial), .close), .ok("abcdefghij"))
        let loader = loader()
        let url = server.url("/")
        let stream = try await loader.stream(for: DataRequest(url: url))
        var body: [UInt8] = []
        await #expect(throws: DataLoadError(.cutShort(byteCount: 5), url)) {
            for try await chunk in stream.chunks { body += chunk }
        }
        #expect(body == Array("abcde".utf8))
        #expect(server.requests.count == 1)
        await loader.shutdown()
    }

    @Test func givesTheLastAnswerWhereNoneWasBetter() async throws {
        let server = try server(.status(503, Array("down".utf8)))
        let loader = loader()
        let response = try await loader.data(for: DataRequest(url: server.url("/")))
        #expect(response.head.status == HTTPStatus(503))
        #expect(response.body == Array("down".utf8))
        #expect(server.requests.count == 4)
        let stream = try await loader.stream(for: DataRequest(url: server.url("/")))
        #expect(stream.head.status == HTTPStatus(503))
        #expect(server.requests.count == 8)
        await loader.shutdown()
    }

    @Test func saysHowOftenItTried() async throws {
        let server = try server(.steps(.send(Self.partial), .close))
        let loader = loader { $0.retryLimit = 2 }
        let url = server.url("/")
        await #expect(throws: DataLoadError(.cutShort(byteCount: 5), url, tryCount: 3)) {
            try await loader.data(for: DataRequest(url: url))
        }
        #expect(server.requests.count == 3)
        await loader.shutdown()
    }

    @Test func triesAgainAfterATimeout() async throws {
        let server = try server(.silence, .ok("x"))
        // Long enough for the second answer on a machine that runs all the tests at once.
        let loader = loader { $0.idleTimeout = .seconds(2) }
        let response = try await loader.data(for: DataRequest(url: server.url("/")))
        #expect(response.body == Array("x".utf8))
        await loader.shutdown()
    }

    @Test func givesItsPlaceToOthersWhileItWaits() async throws {
        let asked = Gate()
        let server = try LoopbackServer { request in
            if request.target == "/other" { return .ok("other") }
            return .steps(.open(asked), .send(Answer.head(503, fields: ["Content-Length": "0"])))
        }
        let loader = loader {
            $0.concurrency = 1
            $0.retryPolicy.firstDelay = .seconds(1_000_000)
            $0.retryPolicy.longestDelay = .seconds(1_000_000)
            $0.timeLimit = .seconds(2_000_000)
        }
        let waiting = Task { try await loader.data(for: DataRequest(url: server.url("/"))) }
        try await asked.opened()
        let other = try await loader.data(for: DataRequest(url: server.url("/other")))
        #expect(other.body == Array("other".utf8))
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        await loader.shutdown()
    }

    @Test func leavesTheWholeOriginAloneForAsLongAsItAsks() async throws {
        let asked = Gate()
        let server = try LoopbackServer { request in
            guard request.target == "/" else { return .ok("") }
            return .steps(
                .open(asked), .send(Answer.head(429, fields: ["Content-Length": "0", "Retry-After": "200"])))
        }
        let other = try LoopbackServer { _ in .ok("other") }
        let loader = loader { $0.concurrency = 1 }
        let first = Task { try await loader.data(for: DataRequest(url: server.url("/"))) }
        try await asked.opened()
        let second = Task {
            try await loader.data(for: DataRequest(url: server.url("/second")))
        }
        let response = try await loader.data(for: DataRequest(url: other.url("/")))
        #expect(response.body == Array("other".utf8))
        #expect(server.requests.map(\.target) == ["/"])
        first.cancel()
        second.cancel()
        _ = await (first.result, second.result)
        await loader.shutdown()
    }

    @Test func goesOnWithTheOriginOnceTheWaitIsOver() async throws {
        let server = try server(.status(503, fields: ["Retry-After": "1"]), .ok("x"))
        let loader = loader()
        let start = ContinuousClock.now
        let response = try await loader.data(for: DataRequest(url: server.url("/")))
        #expect(response.body == Array("x".utf8))
        #expect(.now - start >= .seconds(1))
        await loader.shutdown()
    }

    @Test func failsWhereTheServerAsksForTooMuchPatience() async throws {
        let server = try server(.status(429, fields: ["Retry-After": "301"]))
        let loader = loader()
        let url = server.url("/")
        await #expect(
            throws: DataLoadError(.askedToWait(HTTPStatus(429), wait: .seconds(301), limit: .seconds(300)), url)
        ) {
            try await loader.data(for: DataRequest(url: url))
        }
        // The next transfer to that origin asks for nothing.
        await #expect(throws: DataLoadError.self) { try await loader.stream(for: DataRequest(url: server.url("/2"))) }
        #expect(server.requests.count == 1)
        await loader.shutdown()
    }

    @Test(arguments: [true, false])
    func retriesASilentServerUnlessTheRequestFailsOnSilence(fails: Bool) async throws {
        let server = try LoopbackServer { $0.target == "/silent" ? .silence : .ok("x") }
        let loader = loader {
            $0.idleTimeout = .milliseconds(200)
            $0.retryLimit = 1
        }
        var silent = DataRequest(url: server.url("/silent"))
        silent.failsOnSilence = fails
        let request = silent
        let error = await #expect(throws: DataLoadError.self) { try await loader.data(for: request) }
        #expect(error?.reason == .timedOut(after: .milliseconds(200)))
        #expect(error?.tryCount == (fails ? 1 : 2) && error?.metrics?.isSilent == true)
        #expect(server.requests.count == (fails ? 1 : 2))
        // Others of its host are sent.
        #expect(try await loader.data(for: DataRequest(url: server.url("/"))).body == Array("x".utf8))
        await loader.shutdown()
    }

    /// 16 of them start, and 8 after the limit was halved.
    @Test func givesUpOnAHostThatOnlyAcceptsConnections() async throws {
        let server = try LoopbackServer { _ in .silence }
        // Long enough for all of them to be queued before it is asked again.
        let loader = loader { $0.idleTimeout = .seconds(1) }
        let reasons = await withTaskGroup(of: DataLoadError.Reason?.self) { group in
            for number in 0..<300 {
                group.addTask {
                    var request = DataRequest(url: server.url("/\(number)"))
                    request.failsOnSilence = true
                    do {
                        _ = try await loader.data(for: request)
                    } catch let error as DataLoadError {
                        return error.reason
                    } catch {}
                    return nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reasons == Array(repeating: .timedOut(after: .seconds(1)), count: 300))
        #expect((24...40).contains(server.requests.count))
        await loader.shutdown()
    }

    /// Another host, which is silent too, lets the time pass.
    @Test func asksAHostThatOnlyAcceptedConnectionsAgainAfterTwiceTheIdleTime() async throws {
        let isSilent = Watched(true)
        let server = try LoopbackServer { _ in isSilent.value ? .silence : .ok("x") }
        // Long enough for the answer on a machine that runs all the tests at once.
        let loader = loader {
            $0.idleTimeout = .seconds(1)
            $0.retryLimit = 1
        }
        let load: @Sendable (Int) async -> Bool = { number in
            var request = DataRequest(url: server.url("/\(number)"))
            request.failsOnSilence = true
            do {
                return try await loader.data(for: request).body == Array("x".utf8)
            } catch {
                return false
            }
        }
        await withTaskGroup { group in
            for number in 0..<50 { group.addTask { _ = await load(number) } }
        }
        isSilent.update { $0 = false }
        let other = try SilentListener()
        await #expect(throws: DataLoadError.self) { try await loader.data(for: DataRequest(url: other.url())) }
        #expect(await load(50))
        await loader.shutdown()
    }

    /// As after a change of network, when nothing comes over the connections from before.
    @Test(arguments: [true, false])
    func triesASilentReusedConnectionsRequestOnceMoreOverANewOne(isAnswered: Bool) async throws {
        let server = try LoopbackServer { request in
            request.target == "/" || isAnswered && request.connection > 1 ? .ok(request.target) : .silence
        }
        // Long enough for the answers on a machine that runs all the tests at once.
        let loader = loader { $0.idleTimeout = .seconds(2) }
        _ = try await loader.data(for: DataRequest(url: server.url("/")))
        var second = DataRequest(url: server.url("/2"))
        second.failsOnSilence = true
        let request = second
        if isAnswered {
            let response = try await loader.data(for: request)
            #expect(response.body == Array("/2".utf8) && response.metrics?.retryCount == 1)
        } else {
            let error = await #expect(throws: DataLoadError.self) { try await loader.data(for: request) }
            #expect(error?.reason == .timedOut(after: .seconds(2)) && error?.metrics?.isSilent == true)
        }
        #expect(server.requests.map(\.connection) == [1, 1, 2])
        await loader.shutdown()
    }

    @Test func asksBeforeTheEndOfAWaitThatDoesNotCount() async throws {
        let server = try server(.status(429, fields: ["Retry-After": "301"]), .ok("x"))
        let loader = loader()
        let url = server.url("/")
        await #expect(throws: DataLoadError.self) { try await loader.data(for: DataRequest(url: url)) }
        var request = DataRequest(url: url)
        request.ignoresWaitsBefore = .now
        #expect(try await loader.data(for: request).body == Array("x".utf8))
        await loader.shutdown()
    }

    @Test(arguments: [(50, nil), (60_000, 50), (50, 60_000)] as [(Int, Int?)])
    func endsABodyThatDripsForTooLong(loaderLimit: Int, limit: Int?) async throws {
        let head = Answer.head(200, fields: ["Content-Length": "1000000000000"])
        let server = try LoopbackServer { _ in .steps(.send(head), .sendEndlessly([1])) }
        let loader = loader { $0.timeLimit = .milliseconds(loaderLimit) }
        let url = server.url("/")
        var limited = DataRequest(url: url)
        limited.timeLimit = limit.map { .milliseconds($0) }
        let request = limited
        await #expect(throws: DataLoadError(.tookTooLong(limit: .milliseconds(50)), url)) {
            try await loader.data(for: request)
        }
        await loader.shutdown()
    }

    @Test func survivesAStormOfRefusals() async throws {
        let count = Watched(0)
        let server = try LoopbackServer { request in
            let number = count.update { count in
                count += 1
                return count
            }
            return number % 3 == 0 ? .ok(request.target) : .status(429)
        }
        let loader = loader {
            $0.retryLimit = 100
            $0.retryPolicy.longestDelay = .milliseconds(2)
        }
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let response = try await loader.data(
                        for: DataRequest(url: server.url("/\(number)")))
                    #expect(response.body == Array("/\(number)".utf8))
                }
            }
            try await group.waitForAll()
        }
        await loader.shutdown()
    }
}
