/// Calls on sockets that differ between systems.
enum Sockets {
    /// The kind of TCP's sockets.
    static let stream = Int32(SOCK_STREAM.rawValue)

    /// Makes a socket that programs started by this one do not get (`socket(2)`); -1 on failure.
    static func make(_ family: Int32, _ kind: Int32, _ networkProtocol: Int32) -> Int32 {
        socket(family, kind | Int32(SOCK_CLOEXEC.rawValue), networkProtocol)
    }

    /// Ends both directions of a connection; reading then finds its end.
    static func shutDown(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_RDWR)) }

    /// Closes a socket.
    static func close(_ socket: Int32) { _ = Glibc.close(socket) }

    /// Bytes, or the end, can be read without waiting.
    static func isReadable(_ socket: Int32) -> Bool {
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&entry, 1, 0) > 0
    }
}
