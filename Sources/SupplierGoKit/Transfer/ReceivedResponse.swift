/// A response that its caller has not taken yet: its body may be in a file. That of a stream has none.
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
        DataResponse(head: head, body: try await bytes(), metrics: metrics)
    }

    private nonisolated(nonsending) func bytes() async throws -> [UInt8] {
        if case .memory(let bytes) = body { return bytes }
        do {
            return try await body.bytes()
        } catch let error as FileError {
            throw DataLoadError(error, head.url, tryCount: metrics.retryCount + 1, metrics: metrics)
        }
    }
}
