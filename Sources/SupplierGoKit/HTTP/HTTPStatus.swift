/// A response's status code (RFC 9110, section 15).
public struct HTTPStatus: Sendable, Hashable, CustomStringConvertible {
    /// The three-digit code; 200 also for a file.
    public let code: Int

    /// Creates a status.
    public init(_ code: Int) {
        self.code = code
    }

    /// The request succeeded: 200 to 299.
    public var isSuccess: Bool { (200..<300).contains(code) }

    /// The server refuses access: 401 or 403.
    public var isRefusal: Bool { code == 401 || code == 403 }

    /// `Retry-After` in a response with this status is a wait for the whole host (RFC 6585, section 4; RFC 9110,
    /// section 15.6.4).
    var mayAskToWait: Bool { code == 429 || code == 503 }

    /// The server says that there is nothing: 404 or 410.
    package var isGone: Bool { code == 404 || code == 410 }

    /// The code in decimal.
    public var description: String { String(code) }
}
