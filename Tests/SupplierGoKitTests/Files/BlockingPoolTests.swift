import Dispatch
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1))) struct BlockingPoolTests {
    @Test func returnsWhatTheFunctionReturnsOrThrows() async throws {
        let pool = BlockingPool(threadCount: 1)
        #expect(try await pool.run { 7 } == 7)
        await #expect(throws: FileError("read", "/x", 5)) { try await pool.run { throw FileError("read", "/x", 5) } }
    }

    @Test func neverRunsMoreCallsAtOnceThanItHasThreads() async throws {
        let pool = BlockingPool(threadCount: 3)
        let gauge = Gauge()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2000 {
                group.addTask {
                    try await pool.run {
                        gauge.enter()
                        gauge.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect((1...3).contains(gauge.highest))
    }

    @Test func runsAsManyCallsAtOnceAsItHasThreads() async throws {
        let pool = BlockingPool(threadCount: 8)
        let arrived = DispatchSemaphore(value: 0)
        let go = DispatchSemaphore(value: 0)
        async let waiting: Void = withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await pool.run {
                        arrived.signal()
                        go.wait()
                    }
                }
            }
            try await group.waitForAll()
        }
        // Eight calls that block leave Swift's own threads free for the tasks that started them.
        try await BlockingPool(threadCount: 1).run {
            for _ in 0..<8 { arrived.wait() }
            for _ in 0..<8 { go.signal() }
        }
        try await waiting
    }

    @Test func runsCallsInTheOrderTheyCame() async throws {
        let pool = BlockingPool(threadCount: 1)
        let first = DispatchSemaphore(value: 0)
        let log = Log()
        async let held: Void = pool.run { first.wait() }
        for number in 0..<100 { pool.submit { log.append(number) } }
        first.signal()
        try await held
        try await pool.run {}
        #expect(log.numbers == Array(0..<100))
    }

    @Test func finishesWhatACancelledTaskHasAskedFor() async throws {
        let pool = BlockingPool(threadCount: 1)
        let task = Task { try await pool.run { 7 } }
        task.cancel()
        #expect(try await task.value == 7)
    }
}

/// Counts who is inside.
private final class Gauge: Sendable {
    private let state = Lock((now: 0, most: 0))

    var highest: Int { state.withLock { $0.most } }

    func enter() {
        state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
    }

    func leave() {
        state.withLock { $0.now -= 1 }
    }
}

/// Numbers in the order in which they came.
private final class Log: Sendable {
    private let state = Lock<[Int]>([])

    var numbers: [Int] { state.withLock { $0 } }

    func append(_ number: Int) {
        state.withLock { $0.append(number) }
    }
}
