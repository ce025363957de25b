/// A thread of the process's own.
enum SystemThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs a function on a new thread, which ends with it; `false` if the system has no thread left.
    static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
        // The new thread takes over this reference.
        let body = unsafe Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { raw in
                if let raw = unsafe raw { unsafe Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard status == 0 else {
            unsafe body.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
