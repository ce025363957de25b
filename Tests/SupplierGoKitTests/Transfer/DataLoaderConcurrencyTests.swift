import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct DataLoaderConcurrencyTests {
    @Test func loadsAThousandBodiesAtOnce() async throws {
        let server = try LoopbackServer { .ok($0.target) }
        let loader = DataLoader()
        try await withThrowingTaskGroup { group in
            for number in 0..<1000 {
                group.addTask {
                    let response = try await loader.data(
                        for: DataRequest(url: server.url("/\(number)")))
                    #expect(response.body == Array("/\(number)".utf8))
                }
            }
            try await group.waitForAll()
        }
        #expect(server.requests.count == 1000)
        #expect(server.log.peakConnectionCount <= 64)
        await loader.shutdown()
    }

    @Test func opensUpTo64ConnectionsWhileRequestsWait() async throws {
        // More than the 48 responses that it takes: those that come before the other requests wait do not count.
        let gate = Gate()
        let count = Watched(0)
        let server = try LoopbackServer { request in
            let number = count.update { count in
                count += 1
                return count
            }
            let head = Answer.head(200, fields: ["Content-Length": "0"])
            return number <= 200 ? .ok("x") : .steps(.waitFor(gate), .send(head))
        }
        let loader = DataLoader()
        try await withThrowingTaskGroup { group in
            for number in 0..<300 {
                group.addTask { _ = try await loader.data(for: DataRequest(url: server.url("/\(number)"))) }
            }
            try await server.requestCount(reaches: 200 + 64)
            gate.open()
            try await group.waitForAll()
        }
        #expect(server.log.peakConnectionCount == 64)
        await loader.shutdown()
    }

    @Test(arguments: [429, 503]) func halvesTheConnectionsAfterAStatusThatMayPass(status: Int) async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            let isFirst = request.target == "/first"
            let head = Answer.head(isFirst ? status : 200, fields: ["Content-Length": "0"])
            return isFirst ? .steps(.send(head)) : .steps(.waitFor(gate), .send(head))
        }
        var configuration = DataLoader.Configuration()
        configuration.retryLimit = 0
        let loader = DataLoader(configuration: configuration)
        let slow = (0..<7).map { number in
            Task { try await loader.data(for: DataRequest(url: server.url("/\(number)"))) }
        }
        try await server.requestCount(reaches: 7)
        #expect(try await loader.data(for: DataRequest(url: server.url("/first"))).head.status.code == status)
        let more = (7..<30).map { number in
            Task { try await loader.data(for: DataRequest(url: server.url("/\(number)"))) }
        }
        try await server.requestCount(reaches: 9)
        gate.open()
        for task in slow + more { _ = try await task.value }
        #expect(server.log.peakConnectionCount == 8)
        await loader.shutdown()
    }

    @Test func opensNoMoreConnectionsThanItMay() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in
            .steps(.waitFor(gate), .send(Answer.head(200, fields: ["Content-Length": "0"])))
        }
        var configuration = DataLoader.Configuration()
        configuration.connectionsPerHost = 3
        let loader = DataLoader(configuration: configuration)
        try await withThrowingTaskGroup { group in
            for number in 0..<10 {
                group.addTask {
                    _ = try await loader.data(
                        for: DataRequest(url: server.url("/\(number)")))
                }
            }
            try await server.requestCount(reaches: 3)
            gate.open()
            try await group.waitForAll()
        }
        #expect(server.log.peakConnectionCount == 3)
        #expect(server.requests.count == 10)
        await loader.shutdown()
    }

    @Test func aServerThatNeverAnswersDelaysNoOther() async throws {
        let silent = try LoopbackServer { _ in .silence }
        let good = try LoopbackServer { .ok($0.target) }
        let loader = DataLoader()
        try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    _ = try await loader.data(
                        for: DataRequest(url: silent.url("/\(number)")))
                }
            }
            try await silent.requestCount(reaches: 1)
            try await withThrowingTaskGroup { group in
                for number in 0..<100 {
                    group.addTask {
                        _ = try await loader.data(
                            for: DataRequest(url: good.url("/\(number)")))
                    }
                }
                try await group.waitForAll()
            }
            #expect(good.requests.count == 100)
            group.cancelAll()
        }
        await loader.shutdown()
    }

    @Test func cancellingEndsTheTransferAtOnce() async throws {
        let server = try LoopbackServer { _ in
            .steps(.send(Answer.head(200, fields: ["Content-Length": "9"])), .silence)
        }
        let loader = DataLoader()
        let task = Task { try await loader.data(for: DataRequest(url: server.url("/"))) }
        try await server.requestCount(reaches: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await server.until { $0.openConnectionCount == 0 }
        await loader.shutdown()
    }

    @Test func cancellingWhileWaitingForAPlaceAsksForNothing() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in
            .steps(.waitFor(gate), .send(Answer.head(200, fields: ["Content-Length": "0"])))
        }
        var configuration = DataLoader.Configuration()
        configuration.concurrency = 1
        let loader = DataLoader(configuration: configuration)
        let first = Task {
            try await loader.data(for: DataRequest(url: server.url("/first")))
        }
        try await server.requestCount(reaches: 1)
        let second = Task {
            try await loader.data(for: DataRequest(url: server.url("/second")))
        }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        gate.open()
        _ = try await first.value
        _ = try await loader.data(for: DataRequest(url: server.url("/third")))
        #expect(server.requests.map(\.target) == ["/first", "/third"])
        await loader.shutdown()
    }

    @Test func survivesCancellationsAtAnyMoment() async throws {
        let server = try LoopbackServer { .ok(Array(repeating: 1, count: $0.target.utf8.count * 1000)) }
        let loader = DataLoader()
        await withTaskGroup { group in
            for number in 0..<400 {
                group.addTask {
                    let task = Task {
                        try await loader.data(
                            for: DataRequest(url: server.url("/\(number)")))
                    }
                    for _ in 0..<(number % 40) { await Task.yield() }
                    task.cancel()
                    _ = await task.result
                }
            }
        }
        let response = try await loader.data(for: DataRequest(url: server.url("/last")))
        #expect(response.body.count == 5000)
        await loader.shutdown()
    }

    @Test func lateCancellationsFindTheirActor() async throws {
        let server = try LoopbackServer { .ok($0.target) }
        for _ in 0..<200 {
            // The stream outlives the loader: ending it is a job for an engine whose thread is gone.
            var stream: DataStream?
            do {
                let loader = DataLoader()
                stream = try await loader.stream(for: DataRequest(url: server.url("/")))
                await loader.shutdown()
            }
            #expect(stream != nil)
            stream = nil
        }
    }

    @Test func shutdownEndsWhatIsUnderWay() async throws {
        let server = try LoopbackServer { _ in .silence }
        let loader = DataLoader()
        let task = Task { try await loader.data(for: DataRequest(url: server.url("/"))) }
        try await server.requestCount(reaches: 1)
        await loader.shutdown()
        await #expect(throws: DataLoadError(.loaderIsShutDown, server.url("/"))) { try await task.value }
        try await server.until { $0.openConnectionCount == 0 }
    }
}
