extension Console {
    /// Does some work whose data goes through a pager (`Program.pager`) if one is wanted (``Arguments/isPaged``);
    /// returns when its user has quit that.
    ///
    /// Lines for standard error are held back until the pager has ended: its page would be drawn over them. If data
    /// goes to no terminal, or every transfer is traced, there is no pager.
    func paging<Value: Sendable>(_ isWanted: Bool, _ work: (Page) async throws -> Value) async throws -> Value {
        let isPossible = isWanted && outputTraits.isTerminal && verbosity < .verbose
        let path = environment.variables["PATH"] ?? ""
        let program =
            isPossible ? Program.pager(in: environment.variables) { Program.isInstalled($0, path: path) } : nil
        guard let program else { return try await work(Page(program: nil, console: self)) }
        errors.holdLines()
        let page = Page(program: program, console: self)
        let result = await Result { try await work(page) }
        if let pager = page.pager { _ = await pager.waitForEnd() } else { errors.release() }
        return try result.get()
    }
}

/// Standard output for the data of ``Console/paging(_:_:)``.
final class Page {
    private let program: Program?
    private let console: Console

    /// The pager once it has started.
    fileprivate private(set) var pager: ForegroundProgram?

    fileprivate init(program: Program?, console: Console) { (self.program, self.console) = (program, console) }

    /// Does the work that writes the data, once there is something to show; it is cancelled if the pager's user has
    /// seen enough, also while nothing is there to be written. Later output goes to standard output again.
    func write<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        guard let program else { return try await work() }
        let (errors, output) = (console.errors, console.output)
        errors.hold()
        let pager: ForegroundProgram
        do throws(SystemFailure) {
            pager = try ForegroundProgram(program) { errors.release() }
        } catch {
            errors.release()
            console.warn("no pager is used, since \(error)")
            return try await work()
        }
        self.pager = pager
        output.redirect(to: pager.input)
        defer { output.redirect(to: StandardStream.output.descriptor) }
        let value = try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                for await _ in pager.untilEnd {}
                return nil
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() ?? nil else { throw OutputError.closedByReader }
            return value
        }
        pager.closeInput()
        return value
    }
}

extension Result where Failure == any Error {
    /// Creates the result of asynchronous work, so that more can be awaited before its error is thrown.
    init(of work: () async throws -> Success) async {
        do {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}
