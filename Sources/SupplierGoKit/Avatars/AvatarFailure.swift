public import FoundationEssentials

/// Why an avatar could not be had.
public indirect enum AvatarFailure: Error, Sendable, Hashable {
    /// The endpoint names nothing that may be loaded.
    case endpoint(EndpointError)

    /// The transfer failed.
    case transfer(DataLoadError)

    /// The server answered with a status that is no success.
    case status(URL, HTTPStatus)

    /// The server said that there is nothing, with status 404 or 410, and is believed until `until`.
    case missing(URL, HTTPStatus, since: Date, until: Date)

    /// The body is empty.
    case empty(URL)

    /// The body is no image of a kind that is known; `contentType` is what the server called it.
    case notAnImage(URL, contentType: String?)

    /// The body is an image that breaks off.
    case incomplete(URL)

    /// It is not in the cache, and the network was not to be touched.
    case offline(URL)
}
