#if Curl
internal import CCurl

/// The sockets of the HTTP/1.1 connections over which requests have got a response.
///
/// An idle connection that has something to read is not used again: its end, or bytes that libcurl 7.88 would read as
/// the response to the next request. Later versions (8.14) close such a connection by themselves.
///
/// libcurl names a connection's socket after a request (`CURLINFO_ACTIVESOCKET`), but only its ends before one
/// (`CURLOPT_PREREQFUNCTION`). Connections over HTTP/2 are never here: their server may send frames at any time.
final class IdleConnections {
    /// The numeric addresses and the ports of a connection, as libcurl names them.
    struct Ends: Hashable {
        let localAddress: String
        let localPort: Int
        let remoteAddress: String
        let remotePort: Int

        /// Hashes the ports: few connections have both in common.
        func hash(into hasher: inout Hasher) {
            hasher.combine(localPort)
            hasher.combine(remotePort)
        }
    }

    @safe @exclusivity(unchecked) var sockets: [Ends: curl_socket_t] = [:]

    let watch: ReadingWatch

    init(idleTimeout: Duration = .seconds(30)) {
        watch = ReadingWatch(limit: idleTimeout)
    }

    /// Closes a connection's socket for libcurl.
    func close(_ socket: curl_socket_t) {
        if let index = sockets.firstIndex(where: { $0.value == socket }) { sockets.remove(at: index) }
        watch.close(socket)
    }
}
#endif
