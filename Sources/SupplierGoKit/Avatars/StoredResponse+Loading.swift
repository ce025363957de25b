extension StoredResponse {
    /// Creates the part of an avatar's response that is kept.
    ///
    /// A request that waits for admission is not sent yet, and a response that waits for its body has arrived: the
    /// loader's metrics tell when.
    ///
    /// - Parameter askedAt: when the loader was asked. If it does not measure, that is the time of the request.
    init(of response: DataResponse, to request: DataRequest, askedAt: Date) {
        var (sentAt, receivedAt) = (askedAt, Date.now)
        if let metrics = response.metrics {
            sentAt = receivedAt.addingTimeInterval(-(metrics.duration / .seconds(1)))
            receivedAt = sentAt.addingTimeInterval((metrics.timeToFirstByte ?? metrics.duration) / .seconds(1))
        }
        let head = response.head
        self.init(
            url: head.url.absoluteString, status: head.status, fields: head.fields,
            redirects: head.redirects.map { ($0.status, $0.fields) }, requestFields: request.originFields,
            requestedAt: sentAt, receivedAt: receivedAt)
    }
}
