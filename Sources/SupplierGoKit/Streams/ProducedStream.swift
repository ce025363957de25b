/// Elements that a task produces, a bounded number of them ahead of their reader.
///
/// The task starts with the first call of ``next()``, and is cancelled when the reader drops the stream or the reading
/// task is cancelled. The stream ends when the task's function returns or throws.
final class ProducedStream<Element: Sendable>: Sendable {
    /// Produces the elements: it sends them, and stops when ``BoundedChannel/send(_:)`` returns `false`.
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

    /// The next element; `nil` after the last one.
    ///
    /// - Throws: the producer's error, after the elements it sent; `CancellationError` if the calling task is
    ///   cancelled.
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
                channel.finish(error)
            }
        }
        channel.whenCancelled { task.cancel() }
    }
}
