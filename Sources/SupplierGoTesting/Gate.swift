/// A gate that is shut until it is opened, and open from then on, by which a test decides a race.
///
/// A test opens it and a reply waits for it (``ScriptedDataLoader/Reply/Step/waitFor(_:)``), or the other way round
/// (``ScriptedDataLoader/Reply/Step/open(_:)``).
public final class Gate: Sendable {
    package let state = Watched(false)

    /// Creates a shut gate.
    public init() {}

    /// The gate is open.
    public var isOpen: Bool { state.value }

    /// Opens the gate for good.
    public func open() {
        state.update { $0 = true }
    }

    /// Returns when the gate is open.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    public func opened() async throws {
        try await state.until { $0 }
    }
}
