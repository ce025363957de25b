internal import Glibc

/// Runs a program for what it prints, within limits of time and length.
struct ProgramOutput: Sendable {
    /// The program and its arguments.
    let words: [String]

    /// All of its environment.
    let environment: [String: String]

    /// How long it may take.
    let limit: Duration

    /// The most bytes it may print.
    let byteLimit: Int

    /// Runs it, away from the terminal and with nothing to read, and blocks until it has ended; a program that goes beyond a
    /// limit is killed.
    ///
    /// - Returns: what it printed; `nil` where it could not be started, failed, or went beyond a limit.
    func read() -> [UInt8]? {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        defer { close(ends[0]) }
        var start = ProcessStart(words: words, environment: environment)
        start.output = .descriptor(ends[1])
        start.isDetachedFromTerminal = true
        let processID: Int32
        do throws(SystemFailure) {
            processID = try start.start()
        } catch {
            close(ends[1])
            return nil
        }
        close(ends[1])
        Self.restrict(processID, to: limit)
        let deadline = ContinuousClock.now + limit
        let output = readAll(from: ends[0], until: deadline)
        if output == nil { kill(processID, SIGKILL) }
        return endStatus(of: processID, until: deadline) == 0 ? output : nil
    }

    /// `prlimit(2)`, which the C library has and Swift's module of it has not.
    private typealias Restrict =
        @convention(c) (pid_t, Int32, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?) -> Int32

    /// Bounds what the program may use even where this process ends before it: processor time and memory.
    private static func restrict(_ processID: pid_t, to limit: Duration) {
        guard let symbol = unsafe dlsym(nil, "prlimit") else { return }
        let restrict = unsafe unsafeBitCast(symbol, to: Restrict.self)
        let seconds = rlim_t(max(1, (limit / .seconds(1)).rounded(.up)))
        var time = rlimit(rlim_cur: seconds, rlim_max: seconds + 1)
        var memory = rlimit(rlim_cur: 1 << 30, rlim_max: 1 << 30)
        _ = unsafe restrict(processID, Int32(RLIMIT_CPU.rawValue), &time, nil)
        _ = unsafe restrict(processID, Int32(RLIMIT_DATA.rawValue), &memory, nil)
    }

    /// Waits for the program's end, which is near where it prints no more; kills it where it is not.
    private func endStatus(of processID: pid_t, until deadline: ContinuousClock.Instant) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(processID, &status, WNOHANG) == 0 {
            if ContinuousClock.now >= deadline { kill(processID, SIGKILL) }
            poll(nil, 0, 1)
        }
        return status
    }

    /// What can be read up to the end; `nil` where that is beyond a limit.
    private func readAll(from descriptor: Int32, until deadline: ContinuousClock.Instant) -> [UInt8]? {
        var output: [UInt8] = []
        while output.count <= byteLimit {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let milliseconds = Int32((max(.zero, deadline - .now) / .milliseconds(1)).rounded(.up))
            let count = unsafe poll(&request, 1, milliseconds)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return nil }
            var block = [UInt8](repeating: 0, count: 16_384)
            let read = unsafe Glibc.read(descriptor, &block, block.count)
            if read < 0 && errno == EINTR { continue }
            guard read > 0 else { return read == 0 ? output : nil }
            output += block[..<read]
        }
        return nil
    }
}
