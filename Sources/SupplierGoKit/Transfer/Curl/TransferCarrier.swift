internal import CCurl

/// What sends a transfer's request and brings its answer, and says how that went; used on the engine's thread.
protocol TransferCarrier: AnyObject {
    /// The protocol of the answer; `nil` where there was none.
    var protocolName: String? { get }

    /// The length of the body as the answer declares it, `nil` where it declares none.
    var declaredLength: Int? { get }

    /// Bytes of the body as they came, before decoding.
    var receivedByteCount: Int { get }

    /// Whether the transfer needed no new connection.
    var hasReusedConnection: Bool { get }

    /// The address at the other end of the connection, a proxy's for example.
    var remoteAddress: String? { get }

    /// The status of a proxy's answer to `CONNECT`; `nil` where there was none.
    var proxyStatus: HTTPStatus? { get }

    /// Whether bodies are decoded from their content codings on the way.
    var decodes: Bool { get }

    /// What is said of a failure with a code.
    func text(for code: CURLcode) -> String

    /// Ends the transfer, over or not, and leaves to the engine what serves others.
    func giveBack(to engine: isolated CurlEngine)
}
