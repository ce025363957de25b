internal import Glibc

/// A process that this one has started by ``Program/start()``.
struct ChildProcess: Sendable {
    /// The process's id.
    let id: Int32

    /// Blocks until the process has ended; every end is waited for here, by one thread.
    ///
    /// - Parameter deadline: when to stop waiting; `nil` for never.
    /// - Returns: whether it succeeded, or `nil` if it still runs at the deadline.
    func wait(until deadline: ContinuousClock.Instant? = nil) -> Bool? {
        var status: Int32 = 0
        while true {
            switch unsafe waitpid(id, &status, deadline == nil ? 0 : WNOHANG) {
            case id: return status == 0
            case -1 where errno != EINTR: return false
            default: break
            }
            guard let deadline else { continue }
            guard .now < deadline else { return nil }
            poll(nil, 0, 1)
        }
    }

    /// Sends a signal.
    func send(_ signal: Int32) {
        kill(id, signal)
    }
}
