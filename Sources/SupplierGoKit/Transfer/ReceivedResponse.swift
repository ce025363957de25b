/// A response that its caller has not taken yet: its body may be in a file. That of a stream has none. An object, since
/// it is handed on often.
final class ReceivedResponse: Sendable {
    /// The number of its load, for the chunks of a stream.
    let id: Int
    let head: DataResponse.Head
    let metrics: DataLoader.Metrics?
    let body: BodyBuffer.Content

    init(id: Int, head: DataResponse.Head, metrics: DataLoader.Metrics?, body: BodyBuffer.Content) {
        self.id = id
        self.head = head
        self.metrics = metrics
        self.body = body
    }

    /// The response for its caller.
    ///
    /// - Throws: ``DataLoadError``.
    nonisolated(nonsending) func response() async throws -> DataResponse {
        let bytes = if case .memory(let bytes) = body { bytes } else { try await read() }
        return DataResponse(self, bytes)
    }

    /// Reads the body from its file. Not inlined: what it takes would be memory of each task that waits.
    @inline(never)
    private nonisolated(nonsending) func read() async throws -> [UInt8] {
        do {
            return try await body.bytes()
        } catch let error as FileError {
            throw DataLoadError(error, head.url, tryCount: (metrics?.retryCount ?? 0) + 1, metrics: metrics)
        }
    }
}
