extension Program {
    /// Runs the program for what it prints, without a terminal or input and within limits, and blocks until it and all
    /// that it has started have ended.
    ///
    /// - Parameters:
    ///   - limit: how long it may take.
    ///   - byteLimit: how many bytes it may print.
    /// - Returns: what it printed; `nil` if it could not be started, failed, or was killed for exceeding a limit.
    func readOutput(within limit: Duration, byteLimit: Int) -> [UInt8]? {
        do {
            let reader = try ProgramReader(restricted(to: limit), limit: limit, isTotal: true)
            var output: [UInt8] = []
            while let block = try reader.next() {
                output += block
                guard output.count <= byteLimit else { return nil }
            }
            return output
        } catch {
            return nil
        }
    }

    /// Runs the program in a session of its own, and blocks until it has ended or the time is over; it may go on then.
    ///
    /// - Returns: true if it succeeded, or goes on.
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
}
