/// A gate that is shut until it is opened, and open from then on: how a test decides a race.
///
/// A test opens it and a server's answer waits for it (``Answer/Step/waitFor(_:)``), or the other way round
/// (``Answer/Step/open(_:)``).
public final class Gate: Sendable {
    let state = Watched(false)

    /// Creates a shut gate.
    public init() {}

    /// Whether the gate is open.
    public var isOpen: Bool { state.value }

    /// Opens the gate for good.
    public func open() {
        state.update { $0 = true }
    }

    /// Returns when the gate is open.
    ///
    /// - Throws: `CancellationError` where the task is cancelled first.
    public func opened() async throws {
        try await state.until { $0 }
    }
}
