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

    private enum Content: Sendable {
        /// A response, which knows what its transfer took.
        case response(DataResponse)
        case parts(Parts)
    }

    private let content: Content

    /// The response, or why there is none.
    public var result: Result<DataResponse, DataLoadError> {
        switch content {
        case .response(let response): .success(response)
        case .parts(let parts): parts.result
        }
    }

    /// What the transfer took; `nil` for a file, or where the loader does not measure.
    public var metrics: TransferMetrics? {
        switch content {
        case .response(let response): response.metrics
        case .parts(let parts): parts.metrics
        }
    }

    /// Creates an outcome.
    public init(_ result: Result<DataResponse, DataLoadError>, metrics: TransferMetrics?) {
        content = .parts(Parts(result, metrics))
    }

    /// Creates the outcome of a transfer that brought a response.
    init(of response: DataResponse) {
        content = .response(response)
    }

    /// The response.
    func response() throws(DataLoadError) -> DataResponse {
        switch content {
        case .response(let response): response
        case .parts(let parts): try parts.result.get()
        }
    }
}
