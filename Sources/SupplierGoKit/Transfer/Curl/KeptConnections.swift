internal import CCurl
internal import Glibc

/// The sockets of connections that are kept for further HTTP/1.1 requests, by local port.
///
/// libcurl names a connection's socket after a request (`CURLINFO_ACTIVESOCKET`), but only its port before one
/// (`CURLOPT_PREREQFUNCTION`). Connections over HTTP/2 are never noted: their server may send frames at any time.
final class KeptConnections {
    /// There are at most as many as ports. A socket may be closed, and its number used for another file.
    private var sockets: [Int: curl_socket_t] = [:]

    /// Notes the connection of a handle whose answer is complete.
    func note(_ handle: CurlHandle) {
        guard !handle.isMultiplexed, let socket = handle.socket else { return }
        sockets[handle.localPort] = socket
    }

    /// Tests if bytes, or the end of the connection, have arrived over the connection with this local port: no request
    /// asked for them.
    func hasUnrequestedBytes(at port: Int) -> Bool {
        guard let socket = sockets.removeValue(forKey: port), Self.localPort(of: socket) == port else { return false }
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&entry, 1, 0) > 0
    }

    /// A socket's port (`getsockname(2)`), which has the same offset in the addresses of both internet protocols; `nil`
    /// for other files.
    private static func localPort(of socket: curl_socket_t) -> Int? {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &address) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard unsafe getsockname(socket, address, &size) == 0 else { return nil }
                let port = unsafe UnsafeRawPointer(address).loadUnaligned(fromByteOffset: 2, as: UInt16.self)
                return Int(UInt16(bigEndian: port))
            }
        }
    }
}
