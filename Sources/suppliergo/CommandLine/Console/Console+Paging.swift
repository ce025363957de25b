import SupplierGoKit

extension Console {
    /// Prints data through a pager; returns when its user has quit that.
    ///
    /// Lines for standard error are held back until the pager has ended: its page would be drawn over them. If data
    /// goes to no terminal, or every transfer is traced, there is no pager.
    ///
    /// - Parameters:
    ///   - isWanted: true if there should be a pager at all.
    ///   - prepare: the work before there is something to show; the pager starts after it.
    ///   - write: writes the data; cancelled if the pager is quit before.
    ///   - finish: does what is left to do once all data is written.
    func paging<Prepared: Sendable, Written: Sendable, Value: Sendable>(
        _ isWanted: Bool, prepare: () async throws -> Prepared,
        write: @escaping @Sendable (Prepared) async throws -> Written,
        finish: (Prepared, Written) async throws -> Value
    ) async throws -> Value {
        let program = isWanted ? self.pager : nil
        if program != nil { errors.holdLines() }
        let prepared: Prepared
        do {
            prepared = try await prepare()
        } catch {
            if program != nil { errors.release() }
            throw error
        }
        guard let program, let pager = start(program) else {
            return try await finish(prepared, try await write(prepared))
        }
        let result: Result<Value, any Error>
        do {
            let written = try await Self.whileOpen(pager) { try await write(prepared) }
            output.redirect(to: StandardStream.output.descriptor)
            pager.closeInput()
            result = .success(try await finish(prepared, written))
        } catch {
            output.redirect(to: StandardStream.output.descriptor)
            result = .failure(error)
        }
        _ = await pager.waitForEnd()
        return try result.get()
    }

    /// The program that data goes through, or `nil` if there is none, or no terminal.
    private var pager: Program? {
        let path = environment.variables["PATH"] ?? ""
        guard outputTraits.isTerminal, verbosity < .verbose else { return nil }
        return Program.pager(in: environment.variables) { Program.isInstalled($0, path: path) }
    }

    /// Starts the pager and sends the data there; a command that does not exist is warned of.
    private func start(_ program: Program) -> ForegroundProgram? {
        errors.hold()
        do throws(SystemFailure) {
            let pager = try ForegroundProgram(program) { [errors] in errors.release() }
            output.redirect(to: pager.input)
            return pager
        } catch {
            errors.release()
            warn("no pager is used, since \(error)")
            return nil
        }
    }

    /// Does some work until it is done, or the pager's user has seen enough, also while nothing is there to be written.
    private static func whileOpen<Value: Sendable>(
        _ pager: ForegroundProgram, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                for await _ in pager.untilEnd {}
                return nil
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() ?? nil else { throw OutputError.closedByReader }
            return value
        }
    }
}
