public import FoundationEssentials
import Glibc

/// A port on 127.0.0.1 that never answers.
public final class SilentListener: Sendable {
    /// The step at which a client gets stuck.
    public enum Depth: Sendable {
        /// The connection comes about; then there is silence.
        case afterConnecting

        /// Not even the connection comes about: the queue of waiting connections is full.
        case whileConnecting
    }

    private let descriptors: [Int32]

    /// The port.
    public let port: UInt16

    /// Picks a port and listens.
    ///
    /// - Throws: ``SystemError``.
    public init(_ depth: Depth = .afterConnecting) throws {
        let listener: Int32
        switch depth {
        case .afterConnecting:
            (listener, port) = try Socket.listening(backlog: 4096)
            descriptors = [listener]
        case .whileConnecting:
            (listener, port) = try Socket.listening(backlog: 0)
            var descriptors = [listener]
            for _ in 0..<4 { descriptors.append(try Socket.connecting(to: port)) }
            self.descriptors = descriptors
        }
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }

    /// The URL of a target on this port.
    public func url(_ target: String = "/") -> URL { URL(loopbackPort: port, target: target) }
}
