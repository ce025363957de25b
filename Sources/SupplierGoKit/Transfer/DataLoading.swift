/// Loads URLs: a whole body, or chunks as they arrive.
///
/// Every request that a `SupplierLoader` makes is a `GET`. An answer with any status is a response, not an error.
/// ``DataLoader`` is the kit's own implementation; a program may bring another, and a test a double.
public protocol DataLoading: Sendable {
    /// The loader keeps to ``DataRequest/reach`` by itself, or connects to no server. Default `false`: a response to a
    /// request that may reach public addresses only, or that was redirected to another host, is then refused unless its
    /// ``DataResponse/Head/remoteAddress`` is one.
    var checksAddresses: Bool { get }

    /// Loads the whole body.
    ///
    /// - Throws: ``DataLoadError``, or `CancellationError` if the task was cancelled.
    func data(for request: DataRequest) async throws -> DataResponse

    /// Starts loading, and returns with the header section.
    ///
    /// - Throws: ``DataLoadError``, or `CancellationError` if the task was cancelled; so do the chunks.
    func stream(for request: DataRequest) async throws -> DataStream
}

extension DataLoading {
    /// `false`: the kit checks the addresses of responses.
    public var checksAddresses: Bool { false }

    /// Loads the whole body by collecting the chunks of ``stream(for:)``, up to the request's limit.
    public func data(for request: DataRequest) async throws -> DataResponse {
        try await stream(for: request).response(upTo: request.byteLimit)
    }
}
