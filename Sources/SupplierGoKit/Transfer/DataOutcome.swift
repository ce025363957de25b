/// What came of a request: a response, or why there is none, and what the transfer took in either case.
public struct DataOutcome: Sendable {
    /// The response, or why there is none.
    public let result: Result<DataResponse, DataLoadError>

    /// What the transfer took; `nil` for a file, or where the loader does not measure.
    public let metrics: TransferMetrics?

    /// Creates an outcome.
    public init(_ result: Result<DataResponse, DataLoadError>, metrics: TransferMetrics?) {
        self.result = result
        self.metrics = metrics
    }
}
