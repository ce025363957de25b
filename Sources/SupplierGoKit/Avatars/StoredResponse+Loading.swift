extension StoredResponse {
    /// Creates the part of the response for an avatar, or for details, that is kept.
    ///
    /// A request that waits for admission is not sent yet, and a response that waits for its body has arrived: the
    /// loader's metrics tell when.
    ///
    /// - Parameters:
    ///   - askedAt: when the loader was asked. If it does not measure, that is the time of the request.
    ///   - keepsAddress: true if ``isFromPublicAddress`` is part of it.
    init(of response: DataResponse, to request: DataRequest, askedAt: Date, keepingAddress keepsAddress: Bool) {
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
        // An avatar names nothing that its address would matter for.
        if keepsAddress { isFromPublicAddress = HostPolicy.isPublic(numericAddress: head.remoteAddress) }
    }
}
