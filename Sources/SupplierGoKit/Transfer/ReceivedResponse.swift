/// A whole response whose caller has not taken it yet: its body may be in a file.
struct ReceivedResponse: Sendable {
    /// The number of its load, for the chunks of a stream.
    let id: Int
    let head: DataResponse.Head
    let metrics: DataLoader.Metrics
    let body: BodyBuffer.Content

    /// The response for its caller.
    ///
    /// - Throws: ``DataLoadError``.
    nonisolated(nonsending) func response() async throws -> DataResponse {
        do {
            return DataResponse(head: head, body: try await body.bytes(), metrics: metrics)
        } catch let error as FileError {
            throw DataLoadError(error, head.url, tryCount: metrics.retryCount + 1, metrics: metrics)
        }
    }
}
