internal import Glibc

extension Program {
    /// Runs the program for what it prints, without a terminal or input and within limits, and blocks until it and all
    /// that it has started have ended.
    ///
    /// - Parameters:
    ///   - limit: how long it may take.
    ///   - byteLimit: how many bytes it may print.
    /// - Returns: what it printed; `nil` if it could not be started, failed, or was killed for exceeding a limit.
    func readOutput(within limit: Duration, byteLimit: Int) -> [UInt8]? {
        do throws(SystemFailure) {
            let pipe = try Pipe()
            defer { close(pipe.output) }
            var program = restricted(to: limit)
            program.output = .descriptor(pipe.input)
            program.startsSession = true
            let process: ChildProcess
            do {
                defer { close(pipe.input) }
                process = try program.start()
            }
            // What it has started ends with it.
            defer { kill(-process.id, SIGKILL) }
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

    /// The program as `sh` becomes it after it has limited processor time, memory, the size of files to nothing and the
    /// number of descriptors (`ulimit`), which also holds for what it starts, and if this process ends first.
    private func restricted(to limit: Duration) -> Program {
        let seconds = max(1, Int((limit / .seconds(1)).rounded(.up)))
        // A limit that is lower already cannot be raised, and holds.
        let limits = ["-t \(seconds)", "-d 1048576", "-n 32"].map { "{ ulimit \($0) 2>/dev/null || :; }" }
        let script = (limits + ["ulimit -f 0", "exec \"$@\""]).joined(separator: " && ")
        return Program(words: ["sh", "-c", script, "sh"] + words, environment: environment, file: "/bin/sh")
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
