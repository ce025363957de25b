extension StoredResponse {
    /// Creates the part of a response that is kept.
    ///
    /// - Parameter askedAt: when the loader was asked. If it does not measure, that is the time of the request.
    init(of response: DataResponse, to request: DataRequest, askedAt: Date) {
        let receivedAt = Date.now
        guard let metrics = response.metrics else {
            self.init(of: response.head, to: request, askedAt: askedAt, receivedAt: receivedAt)
            return
        }
        // A request that waits for admission is not sent yet, and a response that waits for its body has arrived.
        let sentAt = receivedAt.addingTimeInterval(-(metrics.duration / .seconds(1)))
        let wait = (metrics.timeToFirstByte ?? metrics.duration) / .seconds(1)
        self.init(of: response.head, to: request, askedAt: sentAt, receivedAt: sentAt.addingTimeInterval(wait))
    }

    /// Creates the part that is kept of a response whose head has arrived.
    init(of head: DataResponse.Head, to request: DataRequest, askedAt: Date, receivedAt: Date) {
        self.init(
            url: head.url.absoluteString, status: head.status, fields: head.fields,
            redirects: head.redirects.map { ($0.status, $0.fields) }, requestFields: request.originFields,
            requestedAt: askedAt,
            receivedAt: receivedAt)
    }
}
