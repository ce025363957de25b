import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1))) struct ProducedStreamTests {
    @Test func deliversWhatItsTaskSends() async throws {
        let stream = ProducedStream<Int>(capacity: 2) { channel in
            for number in 0..<100 { _ = await channel.send(number) }
        }
        var received: [Int] = []
        while let number = try await stream.next() { received.append(number) }
        #expect(received == Array(0..<100))
        #expect(try await stream.next() == nil)
    }

    @Test func throwsWhatItsTaskThrows() async throws {
        let stream = ProducedStream<Int>(capacity: 2) { channel in
            _ = await channel.send(1)
            throw CacheError.missing(path: "/x")
        }
        #expect(try await stream.next() == 1)
        await #expect(throws: CacheError.missing(path: "/x")) { try await stream.next() }
    }

    @Test func cancelsItsTaskWhenItIsDropped() async throws {
        let ended = BoundedChannel<Bool>(capacity: 1)
        func readOne() async throws {
            let stream = ProducedStream<Int>(capacity: 1) { channel in
                _ = await channel.send(1)
                while await channel.send(2) {}
                // The channel refuses an element a moment before it cancels the task.
                while !Task.isCancelled { await Task.yield() }
                _ = await ended.send(true)
            }
            #expect(try await stream.next() == 1)
        }
        try await readOne()
        #expect(try await ended.next() == true)
    }

    @Test func cancelsItsTaskWhenTheReadingTaskIs() async throws {
        let ended = BoundedChannel<Bool>(capacity: 1)
        let silence = BoundedChannel<Int>(capacity: 1)
        let stream = ProducedStream<Int>(capacity: 1) { _ in
            do {
                _ = try await silence.next()
            } catch {
                _ = await ended.send(Task.isCancelled)
            }
        }
        let reader = Task { try await stream.next() }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(try await ended.next() == true)
    }

    @Test func bridgesToByteChunks() async throws {
        let chunks = ByteChunks(capacity: 1) { channel in
            _ = await channel.send([1, 2])
            _ = await channel.send([3])
        }
        var bytes: [UInt8] = []
        for try await chunk in chunks { bytes += chunk }
        #expect(bytes == [1, 2, 3])
    }
}
