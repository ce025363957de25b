/// Loads what a URL names: a whole body, or chunks as they arrive.
///
/// An answer with any status is a response, not an error. ``DataLoader`` is the kit's own implementation; a program may
/// bring another, and a test a double.
public protocol DataLoading: Sendable {
    /// Loads the whole body.
    ///
    /// - Throws: ``DataLoadError``, or `CancellationError` where the task was cancelled.
    func data(for request: DataRequest) async throws -> DataResponse

    /// Loads the whole body, and says what the transfer took also where it failed.
    ///
    /// - Throws: `CancellationError`, where the task was cancelled; failures are in the outcome.
    func outcome(for request: DataRequest) async throws -> DataOutcome

    /// Starts to load the whole body, as ``outcome(for:)`` does, and hands over what comes of it, once.
    ///
    /// Whoever loads thousands of bodies at once is spared a task for each.
    ///
    /// - Parameter receiver: is called on whatever thread the transfer ends on, which must not be kept waiting there; a
    ///   failure is an error only where the transfer was cancelled.
    /// - Returns: what cancels it.
    func start(
        _ request: DataRequest, handing receiver: @escaping @Sendable (Result<DataOutcome, any Error>) -> Void
    ) -> DataTransfer

    /// Starts loading, and returns with the header section.
    ///
    /// - Throws: ``DataLoadError``, or `CancellationError` where the task was cancelled; so do the chunks.
    func stream(for request: DataRequest) async throws -> DataStream

    /// Gives an equal request that ``data(for:)`` is waiting with another priority, for as long as it waits for a place;
    /// where there is none, nothing happens.
    func prioritize(_ request: DataRequest) async
}

extension DataLoading {
    /// What comes of ``data(for:)``; a failure has no figures.
    public func outcome(for request: DataRequest) async throws -> DataOutcome {
        do {
            let response = try await data(for: request)
            return DataOutcome(.success(response), metrics: response.metrics)
        } catch let error as DataLoadError {
            return DataOutcome(.failure(error), metrics: nil)
        }
    }

    /// Starts a task that waits for ``outcome(for:)``.
    public func start(
        _ request: DataRequest, handing receiver: @escaping @Sendable (Result<DataOutcome, any Error>) -> Void
    ) -> DataTransfer {
        startTask(for: request, handing: receiver)
    }

    /// Starts a task that waits for ``outcome(for:)``, and hands over what it gives.
    func startTask(
        for request: DataRequest, handing receiver: @escaping @Sendable (Result<DataOutcome, any Error>) -> Void
    ) -> DataTransfer {
        let task = Task {
            do {
                receiver(.success(try await outcome(for: request)))
            } catch {
                receiver(.failure(error))
            }
        }
        return DataTransfer { task.cancel() }
    }

    /// Does nothing: a loader may treat all requests alike.
    public func prioritize(_ request: DataRequest) async {}

    /// Loads the whole body by collecting the chunks of ``stream(for:)``.
    public func data(for request: DataRequest) async throws -> DataResponse {
        let stream = try await stream(for: request)
        var body: [UInt8] = []
        for try await chunk in stream.chunks { body += chunk }
        return DataResponse(head: stream.head, body: body)
    }
}
