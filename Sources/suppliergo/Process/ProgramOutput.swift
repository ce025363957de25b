internal import Glibc

extension Program {
    /// Runs the program for what it prints, without a terminal or input, and blocks until it has ended.
    ///
    /// - Parameters:
    ///   - limit: how long it may take.
    ///   - byteLimit: how many bytes it may print.
    /// - Returns: what it printed; `nil` if it could not be started, failed, or was killed for exceeding a limit.
    func readOutput(within limit: Duration, byteLimit: Int) -> [UInt8]? {
        do throws(SystemFailure) {
            let pipe = try Pipe()
            defer { close(pipe.output) }
            var program = self
            program.output = .descriptor(pipe.input)
            program.startsSession = true
            let process: ChildProcess
            do {
                defer { close(pipe.input) }
                process = try program.start()
            }
            Self.restrict(process.id, to: limit)
            let deadline = ContinuousClock.now + limit
            let output = Self.readAll(from: pipe.output, until: deadline, byteLimit: byteLimit)
            // The end is near once the output has ended.
            if let output, let status = process.status(until: deadline) { return status == 0 ? output : nil }
            process.send(SIGKILL)
            process.status()
            return nil
        } catch {
            return nil
        }
    }

    /// Runs the program in a session of its own, and blocks until it has ended or the time is over; it may go on then.
    ///
    /// - Returns: whether it succeeded, or goes on.
    /// - Throws: ``SystemFailure`` if it cannot be started.
    func succeeds(within limit: Duration) throws(SystemFailure) -> Bool {
        var program = self
        program.startsSession = true
        return try program.start().status(until: .now + limit) ?? 0 == 0
    }

    /// `prlimit(2)`, which the C library has and Swift's module of it does not.
    private typealias SetLimit =
        @convention(c) (pid_t, Int32, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?) -> Int32

    /// Limits processor time and memory, which also holds if this process ends first.
    private static func restrict(_ processID: pid_t, to limit: Duration) {
        guard let symbol = unsafe dlsym(nil, "prlimit") else { return }
        let setLimit = unsafe unsafeBitCast(symbol, to: SetLimit.self)
        let seconds = rlim_t(max(1, (limit / .seconds(1)).rounded(.up)))
        var time = rlimit(rlim_cur: seconds, rlim_max: seconds + 1)
        var memory = rlimit(rlim_cur: 1 << 30, rlim_max: 1 << 30)
        _ = unsafe setLimit(processID, Int32(RLIMIT_CPU.rawValue), &time, nil)
        _ = unsafe setLimit(processID, Int32(RLIMIT_DATA.rawValue), &memory, nil)
    }

    /// Reads to the end; `nil` if that takes too long or is too much.
    private static func readAll(
        from descriptor: Int32, until deadline: ContinuousClock.Instant, byteLimit: Int
    ) -> [UInt8]? {
        var output: [UInt8] = []
        while output.count <= byteLimit {
            guard let block = Descriptor.read(from: descriptor, within: deadline - .now) else { return nil }
            if block.isEmpty { return output }
            output += block
        }
        return nil
    }
}
