/// Decides on a redirect's target; a pure function over values.
///
/// The loader follows redirects by itself instead of `CURLOPT_FOLLOWLOCATION`, since libcurl would send custom header
/// fields along to any origin. ``Transfer/fieldsToSend`` chooses those for each hop.
struct RedirectPolicy: Sendable {
    /// The most redirects that one request follows.
    var limit = 10

    /// The status asks for the same request to another URL (RFC 9110, section 15.4).
    static func isRedirect(_ status: HTTPStatus) -> Bool { [301, 302, 303, 307, 308].contains(status.code) }

    /// The URL to load instead.
    ///
    /// - Parameters:
    ///   - current: the URL that answered with the redirect.
    ///   - location: the `Location` field's value, a URL or a reference to one.
    ///   - count: the number of redirects before this one.
    /// - Throws: ``DataLoadError``: targets are `http` or `https`, and `https` never leads to `http`.
    func target(from current: URL, location: String, count: Int) throws(DataLoadError) -> URL {
        guard count < limit else { throw DataLoadError(.tooManyRedirects(limit: limit), current) }
        guard !location.isEmpty, let target = URL(written: location, relativeTo: current)?.withHostName,
            let origin = Origin(target), origin.isEncrypted || Origin(current)?.isEncrypted != true
        else { throw DataLoadError(.refusedRedirect(location: location), current) }
        return target
    }
}
