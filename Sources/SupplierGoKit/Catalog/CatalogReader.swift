/// Reads a catalog's suppliers from its bytes, in batches, as the bytes arrive.
///
/// What was good is delivered before an error is thrown: ``CatalogFault``, or what the byte stream throws. Nothing is
/// pulled before the first batch is asked for, and from then on no more than ``BatchPipeline`` holds.
struct CatalogReader: AsyncSequence, Sendable {
    typealias Element = CatalogBatch

    private let chunks: ByteChunks
    private let plan: DecodingPlan

    /// Creates a reader of a catalog's bytes.
    init(chunks: ByteChunks, plan: DecodingPlan = DecodingPlan()) {
        self.chunks = chunks
        self.plan = plan
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(pipeline: BatchPipeline(chunks: chunks, plan: plan))
    }

    /// Pulls the batches one by one, for one task at a time.
    ///
    /// Dropping it, with its copies, or cancelling the task that waits on it ends what is under way.
    struct Iterator: AsyncIteratorProtocol, Sendable {
        private let lifetime: Lifetime

        fileprivate init(pipeline: BatchPipeline) {
            lifetime = Lifetime(pipeline: pipeline)
        }

        /// The next batch, or `nil` at the end.
        func next() async throws -> CatalogBatch? { try await lifetime.pipeline.next() }
    }

    /// Ends a pipeline together with its iterator; the pipeline's own tasks hold the pipeline, but not this.
    private final class Lifetime: Sendable {
        let pipeline: BatchPipeline

        init(pipeline: BatchPipeline) {
            self.pipeline = pipeline
        }

        deinit {
            Task { [pipeline] in await pipeline.cancel() }
        }
    }
}
