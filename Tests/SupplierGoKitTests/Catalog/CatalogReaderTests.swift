import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1))) struct CatalogReaderTests {
    struct Broken: Error, Equatable {}

    /// A byte stream whose chunks come only as the test hands them over.
    final class Feed: Sendable {
        private let handOver = AsyncStream<Result<[UInt8], Broken>>.makeStream()

        var chunks: ByteChunks {
            ByteChunks { [self] in
                for await chunk in handOver.stream { return try chunk.get() }
                try Task.checkCancellation()
                return nil
            }
        }

        func send(_ text: String) { handOver.continuation.yield(.success(Array(text.utf8))) }
        func fail() { handOver.continuation.yield(.failure(Broken())) }
        func finish() { handOver.continuation.finish() }
    }

    static func batches(_ chunks: [String], isStrict: Bool = false) async throws -> [DecodedBatch] {
        let feed = Feed()
        for chunk in chunks { feed.send(chunk) }
        feed.finish()
        return try await CatalogReader(chunks: feed.chunks, plan: DecodingPlan(isStrict: isStrict)).reduce(into: []) {
            $0.append($1)
        }
    }

    @Test func readsACatalogToItsEnd() async throws {
        let batches = try await Self.batches(["[\(Record.text("1")),", "{\"id\":2},", "\(Record.text("3"))", "]"])
        #expect(batches.flatMap(\.suppliers).map(\.id.rawValue) == ["1", "3"])
        #expect(batches.flatMap(\.badRecords).map(\.record) == [2])
        #expect(try await Self.batches(["[", "]"]).isEmpty)
    }

    @Test func keepsTheOrderOfManyRecords() async throws {
        let records = (1...20_000).map { $0 % 1000 == 0 ? "{\"id\":\($0)}" : Record.text("\($0)") }
        let batches = try await Self.batches(records.map { $0 + "\n" })
        let ids = batches.flatMap(\.suppliers).compactMap { Int($0.id.rawValue) }
        #expect(ids == (1...20_000).filter { $0 % 1000 != 0 })
        #expect(batches.flatMap(\.badRecords).map(\.record) == (1...20).map { $0 * 1000 })
        #expect(batches.allSatisfy { $0.suppliers.count + $0.badRecords.count <= 2048 })
    }

    @Test func deliversARecordWhileTheInputIsIdle() async throws {
        let feed = Feed()
        var iterator = CatalogReader(chunks: feed.chunks).makeAsyncIterator()
        for id in ["1", "2", "3"] {
            feed.send("\(id == "1" ? "[" : ",")\(Record.text(id))")
            #expect(try await iterator.next()?.suppliers.map(\.id.rawValue) == [id])
        }
        feed.send("]")
        feed.finish()
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
    }

    @Test func throwsAFaultAfterWhatWasGood() async throws {
        let feed = Feed()
        feed.send("[\(Record.text("1")),\(Record.text("2")),oops}")
        var iterator = CatalogReader(chunks: feed.chunks).makeAsyncIterator()
        #expect(try await iterator.next()?.suppliers.count == 2)
        await #expect(throws: CatalogSyntaxError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func throwsTheStreamsErrorAfterWhatWasGood() async throws {
        let feed = Feed()
        feed.send("[\(Record.text("1")),{\"id\"")
        feed.fail()
        var iterator = CatalogReader(chunks: feed.chunks).makeAsyncIterator()
        #expect(try await iterator.next()?.suppliers.count == 1)
        await #expect(throws: Broken.self) { try await iterator.next() }
    }

    @Test(arguments: ["", "[", "{\"error\":1}", "[1"])
    func throwsWhereThereIsNothingGood(catalog: String) async {
        await #expect(throws: CatalogSyntaxError.self) { try await Self.batches(catalog.isEmpty ? [] : [catalog]) }
    }

    @Test func endsAStrictCatalogAtItsFirstBadRecord() async throws {
        let feed = Feed()
        feed.send("[\(Record.text("1")),\(Record.text("2")),{\"id\":3},{\"id\":4},\(Record.text("5"))")
        var iterator = CatalogReader(chunks: feed.chunks, plan: DecodingPlan(isStrict: true)).makeAsyncIterator()
        #expect(try await iterator.next()?.suppliers.map(\.id.rawValue) == ["1", "2"])
        let bad = await #expect(throws: Supplier.BadRecord.self) { try await iterator.next() }
        #expect(bad?.record == 3 && bad?.path == "createdAt")
        #expect(try await iterator.next() == nil)
        await #expect(throws: Supplier.BadRecord.self) { try await Self.batches(["[7]"], isStrict: true) }
    }

    @Test func pullsNothingBeforeItIsAskedAndLittleAhead() async throws {
        let record = Record.text("1", fullname: String(repeating: "x", count: 10_000))
        let pulls = Lock(0)
        let chunks = ByteChunks {
            pulls.withLock { $0 += 1 }
            return Array("\(record)\n".utf8)
        }
        var iterator = CatalogReader(chunks: chunks).makeAsyncIterator()
        #expect(pulls.withLock { $0 } == 0)
        _ = try await iterator.next()
        // Nothing is read on, so that the scanning task comes to rest.
        var before = 0
        repeat {
            before = pulls.withLock { $0 }
            for _ in 0..<5000 { await Task.yield() }
        } while pulls.withLock { $0 } > before && before < 2000
        #expect(pulls.withLock { $0 } < 1000)
    }

    @Test func endsWhenItsReaderIsCancelled() async throws {
        let feed = Feed()
        feed.send("[\(Record.text("1"))")
        var iterator = CatalogReader(chunks: feed.chunks).makeAsyncIterator()
        _ = try await iterator.next()
        let (hasBegun, begin) = AsyncStream<Void>.makeStream()
        let reading = Task { [iterator] in
            var iterator = iterator
            begin.finish()
            return try await iterator.next()
        }
        for await _ in hasBegun {}
        for _ in 0..<5000 { await Task.yield() }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    @Test func endsTheStreamWhenItsIteratorIsDropped() async throws {
        let (isWaiting, wait) = AsyncStream<Void>.makeStream()
        let (isCancelled, cancel) = AsyncStream<Void>.makeStream()
        let isFirst = Lock(true)
        let chunks = ByteChunks {
            if isFirst.withLock({ $0.exchange(false) }) { return Array("[\(Record.text("1"))".utf8) }
            let (never, _) = AsyncStream<Void>.makeStream()
            wait.finish()
            for await _ in never {}
            cancel.finish()
            return nil
        }
        var iterator: CatalogReader.Iterator? = CatalogReader(chunks: chunks).makeAsyncIterator()
        #expect(try await iterator?.next()?.suppliers.count == 1)
        for await _ in isWaiting {}
        iterator = nil
        for await _ in isCancelled {}
    }

    /// Says when the last one who knows it is gone.
    final class Sentinel: Sendable {
        private let gone: AsyncStream<Void>.Continuation

        init(_ gone: AsyncStream<Void>.Continuation) {
            self.gone = gone
        }

        deinit { gone.finish() }

        func line() -> [UInt8] { Array("\(Record.text("1"))\n".utf8) }
    }

    @Test func letsGoOfAnEndlessStreamWhenItsIteratorIsDropped() async throws {
        let (isGone, gone) = AsyncStream<Void>.makeStream()
        func readOne() async throws {
            let sentinel = Sentinel(gone)
            let chunks = ByteChunks { sentinel.line() }
            var iterator = CatalogReader(chunks: chunks).makeAsyncIterator()
            #expect(try await iterator.next()?.suppliers.isEmpty == false)
        }
        try await readOne()
        for await _ in isGone {}
    }
}

extension Bool {
    fileprivate mutating func exchange(_ new: Bool) -> Bool {
        defer { self = new }
        return self
    }
}
