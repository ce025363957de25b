import Glibc

/// A bare connection to a port on 127.0.0.1: for tests that speak for the client byte by byte.
public final class LoopbackClient: Sendable {
    private let descriptor: Int32

    /// Connects.
    ///
    /// - Throws: ``SystemError``, if the port refuses for example.
    public init(port: UInt16) async throws {
        descriptor = try await BlockingThread.run { try Socket.connected(to: port) }
    }

    deinit {
        close(descriptor)
    }

    /// Sends all bytes; `false` if the other side is gone.
    @discardableResult
    public func send(_ text: String) async throws -> Bool {
        try await BlockingThread.run { [self] in Socket.send(Array(text.utf8), to: descriptor) }
    }

    /// Receives until there are `count` bytes, or until the connection ends; a cancelled task ends it.
    public func received(_ count: Int = .max) async throws -> [UInt8] {
        try await withTaskCancellationHandler {
            try await BlockingThread.run { [self] in
                var bytes: [UInt8] = []
                while bytes.count < count, Socket.receive(into: &bytes, from: descriptor) {}
                return bytes
            }
        } onCancel: {
            hangUp()
        }
    }

    /// Sends what was sent so far and nothing more.
    public func hangUp() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
