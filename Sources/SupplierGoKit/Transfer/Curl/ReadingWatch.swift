#if Curl
internal import CCurl

/// Ends connections that libcurl does not stop reading from.
///
/// libcurl 7.88 reads frames of HTTP/2 in one call for as long as the server sends faster than it reads, and calls
/// nobody back if none of them is for a transfer; later ones (8.4) stop after some. A hostile server would so outlast
/// every timeout, and take the processor. If one call takes longer than the loader's idle timeout, sockets with bytes
/// to be read are shut down, which ends the call. Otherwise ``CurlEngine/endLate(at:)`` sees to the idle timeout.
final class ReadingWatch: Sendable {
    private struct State {
        /// The sockets of open connections over TLS: HTTP/2 is spoken over no other.
        var sockets: Set<curl_socket_t> = []
        var callStartedAt: Duration?
        var isWatching = false
    }

    private let limit: Duration
    private let state = Lock(State())

    init(limit: Duration) {
        self.limit = limit
    }

    /// Calls libcurl.
    func watching(since start: Duration, _ call: () -> CURLMcode) {
        state.withLock { $0.callStartedAt = start }
        _ = call()
        state.withLock { $0.callStartedAt = nil }
    }

    /// Watches a socket until ``close(_:)``.
    func add(_ socket: curl_socket_t) {
        let isFirst = state.withLock { state in
            state.sockets.insert(socket)
            defer { state.isWatching = true }
            return !state.isWatching
        }
        guard isFirst else { return }
        Task {
            while state.withLock({ lookAfter(&$0) }) { try await Task.sleep(for: limit / 4) }
        }
    }

    func close(_ socket: curl_socket_t) {
        state.withLock { state in
            state.sockets.remove(socket)
            // Before another file can have the number.
            Sockets.close(socket)
        }
    }

    /// - Returns: `false` if there is nothing left to watch.
    private func lookAfter(_ state: inout State) -> Bool {
        state.isWatching = !state.sockets.isEmpty
        guard let start = state.callStartedAt, start + limit <= .clock else { return state.isWatching }
        for socket in state.sockets {
            var byte: UInt8 = 0
            let flags = Int32(MSG_PEEK | MSG_DONTWAIT)
            if unsafe recv(socket, &byte, 1, flags) > 0 { Sockets.shutDown(socket) }
        }
        return state.isWatching
    }
}
#endif
