/// A response for an avatar: its server's, or that of a cache which machines share. An object, since it is handed on
/// often.
package final class AvatarResponse: Sendable {
    /// The body.
    package let body: [UInt8]

    /// The part of the response that is kept.
    package let stored: StoredResponse

    /// The header fields.
    package let fields: HeaderFields

    /// The answer of a cache that machines share, or `nil` if the server sent the response.
    let shared: SharedResponse?

    /// The URL that was requested.
    private let url: URL

    /// Reads a response. Not inlined: what it uses would be memory of each task that waits for one.
    ///
    /// - Parameters:
    ///   - response: the loader's response.
    ///   - request: the request that was sent.
    ///   - askedAt: when the loader was asked.
    ///   - keepsAddress: true if it is kept whether the server's address is public. Default `false`.
    @inline(never)
    package init(
        _ response: DataResponse, to request: DataRequest, askedAt: Date, keepingAddress keepsAddress: Bool = false
    ) {
        shared = response.shared as? SharedResponse
        stored = shared?.stored ?? Self.stored(response, request, askedAt, keepsAddress)
        (body, fields, url) = (response.body, response.head.fields, request.url)
    }

    /// The part of a server's response that is kept.
    ///
    /// A request that waits for admission is not sent yet, and a response that waits for its body has arrived: the
    /// metrics tell when. Without them the request was sent when the loader was asked.
    private static func stored(
        _ response: DataResponse, _ request: DataRequest, _ askedAt: Date, _ keepsAddress: Bool
    ) -> StoredResponse {
        var (sentAt, receivedAt) = (askedAt, Date.now)
        if let metrics = response.metrics {
            sentAt = receivedAt.addingTimeInterval(-(metrics.duration / .seconds(1)))
            receivedAt = sentAt.addingTimeInterval((metrics.timeToFirstByte ?? metrics.duration) / .seconds(1))
        }
        let head = response.head
        var stored = StoredResponse(
            url: head.url.absoluteString, status: head.status, fields: head.fields,
            redirects: head.redirects.map { ($0.status, $0.fields) }, requestFields: request.originFields,
            requestedAt: sentAt, receivedAt: receivedAt)
        // An avatar names nothing that its address would matter for.
        if keepsAddress { stored.isFromPublicAddress = HostPolicy.isPublic(numericAddress: head.remoteAddress) }
        return stored
    }

    /// The response that an avatar in the catalog itself stands for. It never changes: another one has another key.
    @inline(never)
    static func inline(_ address: String, to request: DataRequest) throws -> DataResponse {
        guard let (type, bytes) = Avatar.content(ofInline: address) else {
            throw DataLoadError(.malformedURL, request.url)
        }
        try request.checkLimit(of: bytes.count)
        let fields = [("Content-Type", type), ("Cache-Control", "max-age=31536000")].compactMap {
            HeaderFields.Field(name: $0, value: $1)
        }
        let head = DataResponse.Head(url: request.url, status: HTTPStatus(200), fields: HeaderFields(fields))
        return DataResponse(head: head, body: bytes)
    }

    /// A cache that machines share has the image, and left it there.
    var isElsewhere: Bool { shared != nil && body.isEmpty }

    /// The note of a 404 or 410: until when the avatar counts as missing. `nil` if its server must be asked again at
    /// once.
    package var missingNote: StoredResponse.Failure? {
        stored.missingUntil.map { until in
            var failure = StoredResponse.Failure(
                url: url.absoluteString, status: stored.status, reason: "status \(stored.status)",
                failedAt: stored.receivedAt, retryAt: until)
            failure.isPersonal = stored.hasUserFields && stored.isPersonal
            return failure
        }
    }

    /// Checks that the response has a whole image. One with more bytes than
    /// ``SupplierLoader/Configuration/avatarByteLimit`` has failed before: the request has that limit.
    ///
    /// - Throws: ``AvatarOutcome/Error`` if it has none.
    package func checkImage() throws(AvatarOutcome.Error) {
        try checkStatus()
        let body = body
        guard let kind = ImageHeader.kind(of: body.span) else {
            throw .notAnImage(url, contentType: fields["Content-Type"])
        }
        guard !ImageHeader.isCutShort(body.span, as: kind) else { throw .incomplete(url) }
    }

    /// Checks that the response has the whole record of a supplier's details.
    ///
    /// - Throws: ``AvatarOutcome/Error`` if it has none.
    func checkDetails(at place: CatalogShape.Details) throws(AvatarOutcome.Error) {
        try checkStatus()
        if let reason = place.reasonForNoRecord(in: body) { throw .notDetails(url, reason: reason) }
    }

    /// Checks that the response is a success with a whole body.
    private func checkStatus() throws(AvatarOutcome.Error) {
        let status = stored.status
        guard status.code != 304 else {
            let reason = "status 304 to a request without conditions"
            throw .transfer(DataLoadError(.malformedResponse(reason: reason), url))
        }
        guard status.code != 206 else { throw .incomplete(url) }
        guard status.isSuccess else { throw .status(url, status, reason: CatalogSyntaxError.reason(in: body)) }
        guard !body.isEmpty else { throw .empty(url) }
    }
}
