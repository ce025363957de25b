/// Elements that a task makes, a bounded number ahead of their reader.
///
/// The task starts with the first call of ``next()``. It is cancelled when the reader drops the stream, or when the task
/// that reads is cancelled; whatever else its function does ends the stream, with the error it throws.
final class ProducedStream<Element: Sendable>: Sendable {
    /// What makes the elements: it sends them, and stops when ``BoundedChannel/send(_:)`` returns `false`.
    typealias Producer = @Sendable (BoundedChannel<Element>) async throws -> Void

    private let channel: BoundedChannel<Element>
    private let pending: Lock<Producer?>

    /// Creates a stream that runs up to `capacity` elements ahead.
    init(capacity: Int, producing producer: @escaping Producer) {
        channel = BoundedChannel(capacity: capacity)
        pending = Lock(producer)
    }

    deinit {
        channel.cancel()
    }

    /// The next element, or `nil` behind the last one.
    ///
    /// - Throws: what the producer threw, behind what it sent; `CancellationError` where the calling task is cancelled.
    func next() async throws -> Element? {
        if let producer = pending.withLock({ $0.take() }) { start(producer) }
        return try await channel.next()
    }

    private func start(_ producer: @escaping Producer) {
        let task = Task { [channel] in
            do {
                try await producer(channel)
                channel.finish()
            } catch {
                channel.fail(error)
            }
        }
        channel.whenCancelled { task.cancel() }
    }
}

extension ByteChunks {
    /// Creates a stream of chunks that a task makes, up to `capacity` of them ahead of their reader.
    init(capacity: Int, producing producer: @escaping ProducedStream<[UInt8]>.Producer) {
        let stream = ProducedStream(capacity: capacity, producing: producer)
        self.init(pulling: { try await stream.next() })
    }
}
