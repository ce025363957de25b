extension StoredResponse {
    /// The time for which a chain of redirects may be followed without asking: the shortest of their lifetimes.
    ///
    /// A response after a redirect is what its first URL stands for only as long as the redirect is. RFC 9111 applies
    /// to each of them by itself; an avatar and a snapshot are stored under the first URL, so the whole chain counts.
    struct Redirects: Sendable, Hashable {
        /// For how many seconds after the response was received they may be followed.
        let lifetime: Int

        /// One of them may not be used when it is stale.
        let mustRevalidate: Bool

        /// Nothing of one of them may be stored, and so nothing of what it led to.
        var forbidsStoring = false

        /// One of them is for this user only, and so is what it led to.
        let isPersonal: Bool

        /// Reads redirects, at least one.
        ///
        /// - Parameter requestFields: the user's own fields in the request.
        init(
            of redirects: [(status: HTTPStatus, fields: HeaderFields)], to url: String, requestFields: HeaderFields,
            receivedAt: Date
        ) {
            let responses = redirects.map { status, fields in
                StoredResponse(
                    url: url, status: status, fields: fields, requestFields: requestFields, requestedAt: receivedAt,
                    receivedAt: receivedAt)
            }
            let terms = responses.map { response in
                Freshness(of: response, assuming: response.isPermanentRedirect ? .permanentRedirects : .redirects)
            }
            let seconds = terms.map { $0.freshUntil.timeIntervalSince(receivedAt) }.min() ?? 0
            lifetime = Int(max(0, min(seconds, TimeInterval(CacheControl.longest))))
            mustRevalidate = terms.contains { $0.onErrorUntil <= $0.freshUntil }
            forbidsStoring = responses.contains { $0.forbidsStoring }
            isPersonal = responses.contains { $0.isPersonal }
        }
    }
}

extension StoredResponse {
    fileprivate var isPermanentRedirect: Bool { status.code == 301 || status.code == 308 }
}

extension Freshness.Assumptions {
    /// A temporary redirect has the lifetime that its server gives, or none.
    fileprivate static let redirects = Freshness.Assumptions(
        lifetime: 0, usesLastModified: false, staleIfError: CacheControl.longest)

    /// A permanent redirect holds until its server says otherwise.
    fileprivate static let permanentRedirects = Freshness.Assumptions(
        lifetime: CacheControl.longest, usesLastModified: false, staleIfError: CacheControl.longest)
}
