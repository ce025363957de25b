/// A byte stream in chunks of any size, none of them empty. The reader pulls them: the producer runs ahead only as far
/// as its own buffer allows; a transfer holds its sender back at `Transfer.streamBufferLimit`.
///
/// It can be read once. A reader that stops early drops the stream and its copies, or cancels its task; the producer
/// stops then.
public struct ByteChunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
    /// One chunk.
    public typealias Element = [UInt8]

    /// Returns the next chunk; `nil` at the end, and at every later call.
    let pull: @Sendable () async throws -> [UInt8]?

    /// Creates a stream over a function that returns the next chunk, and `nil` at the end and at every later call.
    public init(pulling pull: @escaping @Sendable () async throws -> [UInt8]?) {
        self.pull = pull
    }

    /// Creates a stream of the chunks of a sequence, such as an `AsyncStream`.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == [UInt8] {
        self.init(capacity: 1) { channel in
            for try await chunk in chunks where !chunk.isEmpty {
                guard await channel.send(chunk) else { return }
            }
        }
    }

    /// Creates a stream of chunks that a task produces, up to `capacity` of them ahead of their reader.
    init(capacity: Int, producing producer: @escaping ProducedStream<[UInt8]>.Producer) {
        let stream = ProducedStream(capacity: capacity, producing: producer)
        self.init(pulling: { try await stream.next() })
    }

    /// The stream is its own iterator: a second one continues after the first.
    public func makeAsyncIterator() -> ByteChunks { self }

    /// The next chunk, or `nil` at the end.
    public mutating func next() async throws -> [UInt8]? { try await pull() }
}
