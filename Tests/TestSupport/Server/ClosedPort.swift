public import FoundationEssentials
import Glibc

/// A port on 127.0.0.1 that refuses every connection, held so that no other process can take it.
public final class ClosedPort: Sendable {
    private let descriptor: Int32

    /// The port.
    public let port: UInt16

    /// Picks a port.
    ///
    /// - Throws: ``SystemError``.
    public init() throws {
        (descriptor, port) = try Socket.bound()
    }

    deinit {
        close(descriptor)
    }

    /// The URL of a target on this port.
    public func url(_ target: String = "/") -> URL { URL(loopbackPort: port, target: target) }
}
