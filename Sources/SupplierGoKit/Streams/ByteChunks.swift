/// A byte stream in chunks of any size, none of them empty, that its reader pulls: nothing is produced ahead of need
/// beyond what the producer's own buffer holds.
///
/// It can be read once. A reader that stops should say so by dropping the iterator or cancelling its task; the producer
/// then ends what it does.
public struct ByteChunks: AsyncSequence, Sendable {
    /// One chunk.
    public typealias Element = [UInt8]

    private let pull: @Sendable () async throws -> [UInt8]?

    /// Creates a stream over a function that returns the next chunk, or `nil` at the end, and again at every call after
    /// the end.
    public init(pulling pull: @escaping @Sendable () async throws -> [UInt8]?) {
        self.pull = pull
    }

    /// Creates the stream's iterator; a second one goes on where the first one stopped.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pull: pull)
    }

    /// Pulls the chunks one by one.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let pull: @Sendable () async throws -> [UInt8]?

        /// The next chunk, or `nil` at the end.
        public mutating func next() async throws -> [UInt8]? {
            try await pull()
        }
    }
}
