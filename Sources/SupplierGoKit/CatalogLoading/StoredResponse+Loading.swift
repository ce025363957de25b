import FoundationEssentials

extension StoredResponse {
    /// What is to be kept of a response.
    ///
    /// - Parameter askedAt: when the loader was asked; where it does not measure, the request is taken to be sent then.
    init(of response: DataResponse, to request: DataRequest, askedAt: Date) {
        let receivedAt = Date.now
        guard let metrics = response.metrics else {
            self.init(of: response.head, to: request, askedAt: askedAt, receivedAt: receivedAt)
            return
        }
        // What waits for a place is not asked for yet, and what waits for its body is there already.
        let sentAt = receivedAt.addingTimeInterval(-(metrics.duration / .seconds(1)))
        let wait = (metrics.timeToFirstByte ?? metrics.duration) / .seconds(1)
        self.init(of: response.head, to: request, askedAt: sentAt, receivedAt: sentAt.addingTimeInterval(wait))
    }

    /// What is to be kept of a response whose head is there.
    init(of head: ResponseHead, to request: DataRequest, askedAt: Date, receivedAt: Date) {
        self.init(
            url: head.url.absoluteString, status: head.status, fields: head.fields,
            redirects: head.redirects.map { ($0.status, $0.fields) }, requestFields: request.originFields,
            requestedAt: askedAt,
            receivedAt: receivedAt)
    }
}

extension HTTPStatus {
    /// Whether the server says that there is nothing: 404 or 410.
    package var isGone: Bool { code == 404 || code == 410 }
}
