import Dispatch
import Glibc
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1))) struct BlockingThreadsTests {
    @Test func returnsWhatTheFunctionReturnsOrThrows() async throws {
        let pool = BlockingThreads(threadCount: 1)
        #expect(await pool.run { 7 } == 7)
        await #expect(throws: FileError(.read, "/x", 5)) { try await pool.run { throw FileError(.read, "/x", 5) } }
    }

    @Test func neverRunsMoreCallsAtOnceThanItHasThreads() async {
        let pool = BlockingThreads(threadCount: 3)
        let gauge = Gauge()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2000 {
                group.addTask {
                    await pool.run {
                        gauge.enter()
                        gauge.leave()
                    }
                }
            }
            await group.waitForAll()
        }
        #expect((1...3).contains(gauge.highest))
    }

    @Test func runsAsManyCallsAtOnceAsItHasThreads() async {
        let pool = BlockingThreads(threadCount: 8)
        let arrived = DispatchSemaphore(value: 0)
        let go = DispatchSemaphore(value: 0)
        async let waiting: Void = withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    await pool.run {
                        arrived.signal()
                        go.wait()
                    }
                }
            }
            await group.waitForAll()
        }
        // Eight calls that block leave Swift's own threads free for the tasks that started them.
        await BlockingThreads(threadCount: 1).run {
            for _ in 0..<8 { arrived.wait() }
            for _ in 0..<8 { go.signal() }
        }
        await waiting
    }

    @Test func runsCallsInTheOrderTheyCame() async {
        let pool = BlockingThreads(threadCount: 1)
        let first = DispatchSemaphore(value: 0)
        let log = Log()
        async let held: Void = pool.run { first.wait() }
        for number in 0..<100 { pool.submit { log.append(number) } }
        first.signal()
        await held
        await pool.run {}
        #expect(log.numbers == Array(0..<100))
    }

    @Test func runsTasksThatPreferItOnItsThreads() async {
        let pool = BlockingThreads(threadCount: 1)
        let (task, call) = await Task(executorPreference: pool) { (pthread_self(), await pool.run { pthread_self() }) }
            .value
        let thread = await pool.run { pthread_self() }
        #expect(pthread_equal(task, thread) != 0 && pthread_equal(call, thread) != 0)
    }

    @Test func makesTheCallsOfTasksThatPreferItBeforeWhatWaits() async {
        let pool = BlockingThreads(threadCount: 1)
        let log = Log()
        await Task(executorPreference: pool) {
            let other = Task(executorPreference: pool) { log.append(3) }
            await pool.run { log.append(1) }
            pool.submit { log.append(2) }
            await other.value
        }.value
        #expect(log.numbers == [1, 2, 3])
    }

    @Test func makesTheCallsOfAnotherPoolsThreadsOnItsOwn() async {
        let pool = BlockingThreads(threadCount: 1)
        let other = BlockingThreads(threadCount: 1)
        let isOnOther = await Task(executorPreference: other) {
            let thread = pthread_self()
            return pthread_equal(thread, await pool.run { pthread_self() }) != 0
        }.value
        #expect(!isOnOther)
    }

    /// An actor that stayed would do its own work there.
    @Test func isLeftAfterACall() async {
        actor Caller {
            func isThere(_ pool: BlockingThreads) async -> Bool {
                await pool.run {}
                return pool.isCurrent
            }
        }
        #expect(!(await Caller().isThere(BlockingThreads(threadCount: 1))))
    }

    @Test func finishesWhatACancelledTaskHasAskedFor() async {
        let pool = BlockingThreads(threadCount: 1)
        let task = Task { await pool.run { 7 } }
        task.cancel()
        #expect(await task.value == 7)
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
