/// What came of a request: a response, or why there is none, and what the transfer took in either case.
public struct DataOutcome: Sendable {
    /// What an outcome consists of, in one place: it is handed on several times, and read once.
    private final class Parts: Sendable {
        let result: Result<DataResponse, DataLoadError>
        let metrics: TransferMetrics?

        init(_ result: Result<DataResponse, DataLoadError>, _ metrics: TransferMetrics?) {
            self.result = result
            self.metrics = metrics
        }
    }

    private let parts: Parts

    /// The response, or why there is none.
    public var result: Result<DataResponse, DataLoadError> { parts.result }

    /// What the transfer took; `nil` for a file, or where the loader does not measure.
    public var metrics: TransferMetrics? { parts.metrics }

    /// Creates an outcome.
    public init(_ result: Result<DataResponse, DataLoadError>, metrics: TransferMetrics?) {
        parts = Parts(result, metrics)
    }
}
