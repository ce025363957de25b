import SupplierGoKit

/// A client of one location in an object store with S3's interface.
///
/// Its requests go through a loader as all others do, so that the loader's limits, retries and timeouts hold for them.
/// Names are relative to the location's prefix. Every method throws ``ObjectStoreError``, or `CancellationError` if the
/// task was cancelled.
struct ObjectStore: Sendable {
    /// The location.
    let location: ObjectStoreLocation

    private let dataLoader: any DataLoading

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - location: the bucket and prefix.
    ///   - dataLoader: what transfers; it must sign requests (``DataRequest/signature``).
    init(at location: ObjectStoreLocation, dataLoader: any DataLoading) {
        self.location = location
        self.dataLoader = dataLoader
    }

    /// Gets an object, or its fields alone; `nil` if it does not exist.
    ///
    /// - Parameters:
    ///   - name: the object's name.
    ///   - method: `get`, or `head` for its fields alone. Default `get`.
    ///   - byteLimit: the most bytes that are taken. Default `nil`, for any number.
    ///   - priority: how urgent it is. Default ``DataRequest/Priority/normal``.
    func object(
        named name: String, by method: DataRequest.Method = .get, byteLimit: Int? = nil,
        priority: DataRequest.Priority = .normal
    ) async throws -> DataResponse? {
        var request = try request(method, name)
        (request.byteLimit, request.priority) = (byteLimit, priority)
        guard let response = try await response(to: request) else { return nil }
        guard response.head.status.code == 200 else {
            throw error(.status(response.head.status, code: "", message: ""))
        }
        return response
    }

    /// Puts an object, in place of one that has its name.
    ///
    /// - Parameters:
    ///   - bytes: the object's bytes.
    ///   - name: the object's name.
    ///   - fields: what is to be sent with it, such as `Cache-Control` and `x-amz-meta-…`, and a `Content-Type`, or
    ///     libcurl would call it a form. Default: the type of any bytes.
    func put(
        _ bytes: [UInt8], named name: String, fields: HeaderFields = ["Content-Type": "application/octet-stream"]
    ) async throws {
        var request = try request(.put, name)
        (request.body, request.fields) = (bytes, fields)
        let response = try await response(to: request)
        // Whatever else answers for a store, such as a proxy's page, does not name what it has stored.
        guard let response, response.head.fields["ETag"] != nil else {
            throw error(.malformedResponse(reason: "it does not say what it has stored"))
        }
    }

    /// Removes an object, if there is one.
    ///
    /// - Parameter name: the object's name.
    func remove(objectNamed name: String) async throws {
        _ = try await response(to: request(.delete, name))
    }
}

extension ObjectStore {
    /// The most bytes of a response that is not an object, such as an error.
    private static let responseLimit = 1 << 16

    /// The time limits of a request, with retries and the waits that the store asks for: a store that sends a byte a
    /// second is as one that sends nothing. Someone may wait for an answer; an upload may be slow.
    private static let (answerTimeLimit, uploadTimeLimit) = (Duration.seconds(20), Duration.seconds(60))

    private func request(_ method: DataRequest.Method, _ name: String) throws(ObjectStoreError) -> DataRequest {
        guard let url = location.url(ofObjectNamed: name) else {
            throw error(.transfer(DataLoadError(.malformedURL, location.endpoint)))
        }
        var request = DataRequest(url: url, byteLimit: Self.responseLimit)
        (request.method, request.signature) = (method, location.signature)
        request.timeLimit = method == .put ? Self.uploadTimeLimit : Self.answerTimeLimit
        return request
    }

    /// The answer to a request that succeeded; `nil` if there is no such object.
    private func response(to request: DataRequest) async throws -> DataResponse? {
        let response: DataResponse
        do {
            response = try await dataLoader.data(for: request)
        } catch let failure {
            try Task.checkCancellation()
            throw error(.transfer(DataLoadError(foreign: failure, location.endpoint)))
        }
        guard !response.head.status.isSuccess else { return response }
        let region = location.signature.region
        guard let reason = ObjectStoreError.Reason(response, signedFor: region, at: .now) else { return nil }
        throw error(reason)
    }

    private func error(_ reason: ObjectStoreError.Reason) -> ObjectStoreError {
        ObjectStoreError(reason, store: "\(location)")
    }
}
