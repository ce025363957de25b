import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1))) struct BoundedChannelTests {
    @Test(arguments: [1, 3, 64]) func deliversAllInOrderThroughAnyCapacity(_ capacity: Int) async throws {
        let channel = BoundedChannel<Int>(capacity: capacity)
        async let allSent = sendAll(0..<2000, through: channel)
        var received: [Int] = []
        while let element = try await channel.next() { received.append(element) }
        #expect(received == Array(0..<2000))
        #expect(await allSent)
    }

    @Test func deliversEachElementOfManyProducersOnce() async throws {
        let channel = BoundedChannel<Int>(capacity: .max)
        async let producing: Void = withTaskGroup(of: Void.self) { group in
            for producer in 0..<20 {
                group.addTask {
                    for number in 0..<200 { #expect(channel.sendNow(producer * 200 + number)) }
                }
            }
            await group.waitForAll()
            channel.finish()
        }
        var received: [Int] = []
        while let element = try await channel.next() { received.append(element) }
        await producing
        #expect(received.sorted() == Array(0..<4000))
        // Those of one producer come in its order.
        for producer in 0..<20 {
            let own = received.filter { $0 / 200 == producer }
            #expect(own == own.sorted())
        }
    }

    @Test func holdsItsProducerBack() async throws {
        let channel = BoundedChannel<Int>(capacity: 3)
        let sent = Lock(0)
        async let done: Void = {
            for number in 0..<100 {
                _ = await channel.send(number)
                sent.withLock { $0 += 1 }
            }
            channel.finish()
        }()
        var received = 0
        while try await channel.next() != nil {
            received += 1
            #expect(sent.withLock { $0 } <= received + 3)
        }
        await done
        #expect(received == 100)
    }

    @Test func throwsItsErrorBehindWhatWasSent() async throws {
        let channel = BoundedChannel<Int>(capacity: 2)
        #expect(await channel.send(1))
        channel.finish(CacheError.missing(path: "/x"))
        #expect(await !channel.send(2))
        #expect(try await channel.next() == 1)
        await #expect(throws: CacheError.missing(path: "/x")) { try await channel.next() }
    }

    @Test func endsAWaitingConsumerThatIsCancelled() async throws {
        let channel = BoundedChannel<Int>(capacity: 1)
        let consumer = Task { try await channel.next() }
        consumer.cancel()
        await #expect(throws: CancellationError.self) { try await consumer.value }
        #expect(await !channel.send(1))
    }

    @Test func endsAWaitingProducerThatIsCancelled() async throws {
        let channel = BoundedChannel<Int>(capacity: 1)
        #expect(await channel.send(1))
        let producer = Task { await channel.send(2) }
        producer.cancel()
        #expect(await !producer.value)
        channel.finish()
        #expect(try await channel.next() == 1)
        #expect(try await channel.next() == nil)
    }

    /// In a process of its own, which ends.
    @Test func aSecondProducerThatWaitsIsAMistake() async {
        await #expect(processExitsWith: .failure) {
            let channel = BoundedChannel<Int>(capacity: 1)
            channel.sendNow(0)
            async let first = channel.send(1)
            async let second = channel.send(2)
            _ = await (first, second)
        }
    }

    @Test func tellsItsProducerThatTheConsumerIsGone() async throws {
        let channel = BoundedChannel<Int>(capacity: 1)
        #expect(await channel.send(1))
        async let waiting = channel.send(2)
        channel.cancel()
        #expect(await !waiting)
        await #expect(throws: CancellationError.self) { try await channel.next() }
    }

    @Test func callsEachListenerOnceWhenTheConsumerLeaves() {
        let channel = BoundedChannel<Int>(capacity: 1)
        let calls = Lock<[Int]>([])
        for number in 1...2 { channel.whenCancelled { calls.withLock { $0.append(number) } } }
        channel.cancel()
        channel.cancel()
        channel.whenCancelled { calls.withLock { $0.append(3) } }
        #expect(calls.withLock { $0 } == [1, 2, 3])
    }

    @Test func survivesCancellationsAtAnyMoment() async {
        for _ in 0..<500 {
            let channel = BoundedChannel<Int>(capacity: 1)
            let producer = Task { await sendAll(0..<50, through: channel) }
            let consumer = Task { while try await channel.next() != nil {} }
            async let cancelling: Void = consumer.cancel()
            producer.cancel()
            await cancelling
            _ = await consumer.result
            _ = await producer.value
        }
    }

    private func sendAll(_ numbers: Range<Int>, through channel: BoundedChannel<Int>) async -> Bool {
        defer { channel.finish() }
        for number in numbers {
            guard await channel.send(number) else { return false }
        }
        return true
    }
}
