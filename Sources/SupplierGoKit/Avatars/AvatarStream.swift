/// The outcomes of suppliers' avatars, in the order of their arrival.
///
/// The stream has one reader: two that wait at the same time are a programming error. It ends after the last outcome.
/// It throws what the suppliers' own sequence threw, after the outcomes of the suppliers before that, and
/// `CancellationError` at once if the reading task is cancelled. A stream that cannot throw just ends then: its reader
/// asks `Task.isCancelled` whether all outcomes have come.
public struct AvatarStream<Failure: Error>: AsyncSequence, Sendable {
    /// One supplier's outcome.
    public typealias Element = AvatarOutcome

    private let lease: Lease

    /// Runs a pipeline, and creates the stream of its outcomes.
    ///
    /// - Parameter failure: holds what the suppliers' sequence threw, once the pipeline has ended.
    init(of pipeline: AvatarPipeline, failure: Lock<Failure?>) {
        // Somebody else's cache may block.
        let isOwn = pipeline.cache == nil || pipeline.disk != nil
        let task = Task(executorPreference: isOwn ? BlockingThreads.files : .waiting) {
            do {
                try await pipeline.run()
            } catch {
                // The reader is gone.
                pipeline.window.cancel()
            }
        }
        lease = Lease(pipeline: pipeline, task: task, failure: failure)
    }

    /// Changes the priority of suppliers' avatars: those on the screen, for example.
    ///
    /// The most urgent avatars are started first, and wait least for a connection; among equally urgent ones, those of
    /// the latest call. Avatars that have been started go on as they are. Suppliers are recognized by their ids. A
    /// change holds for the batch of suppliers that was read last, and is forgotten with it: for those of a later one,
    /// start a second stream. Streams that load an avatar at the same time share its transfer. Suppliers that are not
    /// in this stream are ignored.
    ///
    /// The time that a call takes does not grow with the stream.
    public func prioritize(_ suppliers: [Supplier], as priority: DataRequest.Priority = .high) {
        lease.pipeline.prioritize(suppliers, as: priority)
    }

    /// Ends the stream and the transfers that it has in flight, although something else still holds it. Its reader gets
    /// `nil` at once, and no error.
    public func cancel() { lease.cancel() }

    /// Creates the stream's iterator. A second one continues after the first one.
    public func makeAsyncIterator() -> Iterator { Iterator(lease: lease) }

    /// Takes the outcomes one by one.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let lease: Lease

        /// The next outcome, or `nil` at the end.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(Failure)
            -> AvatarOutcome?
        {
            try await lease.next(upTo: 1)?.first
        }

        /// Outcomes that arrived together, at least one, or `nil` at the end.
        package mutating func nextBatch() async throws(Failure) -> [AvatarOutcome]? {
            try await lease.next(upTo: .max)
        }
    }

    /// Ends the pipeline when its reader is gone.
    fileprivate final class Lease: Sendable {
        let pipeline: AvatarPipeline
        private let task: Task<Void, Never>
        private let failure: Lock<Failure?>

        init(pipeline: AvatarPipeline, task: Task<Void, Never>, failure: Lock<Failure?>) {
            (self.pipeline, self.task, self.failure) = (pipeline, task, failure)
        }

        deinit { cancel() }

        func next(upTo limit: Int) async throws(Failure) -> [AvatarOutcome]? {
            if let outcomes = await pipeline.window.next(upTo: limit) { return outcomes }
            // Cancelled, or all is done already: what the suppliers' sequence threw is thrown once.
            let isCancelled = pipeline.window.isCancelled
            cancel()
            if Task.isCancelled, let error = CancellationError() as? Failure { throw error }
            if !isCancelled, !Task.isCancelled, let failure = failure.withLock({ $0 }) { throw failure }
            return nil
        }

        func cancel() {
            pipeline.window.cancel()
            task.cancel()
        }
    }
}
