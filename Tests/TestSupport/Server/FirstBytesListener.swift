import Glibc

/// A port on 127.0.0.1 that hangs up on its first client after some bytes.
public final class FirstBytesListener: Sendable {
    private let descriptor: Int32

    /// The port.
    public let port: UInt16

    /// Picks a port and listens.
    ///
    /// - Throws: ``SystemError``.
    public init() throws {
        (descriptor, port) = try Socket.listening(backlog: 8)
    }

    deinit { close(descriptor) }

    /// Receives this many bytes from the first client; `nil` if ``stop()`` is called before there is one.
    public func bytes(_ count: Int) async throws -> [UInt8]? {
        try await BlockingThread.run { [descriptor] in
            guard let client = Socket.accepted(from: descriptor) else { return nil }
            defer { close(client) }
            var bytes: [UInt8] = []
            while bytes.count < count, Socket.receive(into: &bytes, from: client) {}
            return Array(bytes.prefix(count))
        }
    }

    /// Ends the listener.
    public func stop() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
