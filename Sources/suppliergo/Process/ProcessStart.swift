internal import Glibc

/// How another program is started beside this one.
struct ProcessStart: Sendable {
    /// What one of its standard streams is.
    enum Stream: Sendable, Hashable {
        /// This process's own.
        case inherited

        /// `/dev/null`.
        case null

        /// A descriptor of this process.
        case descriptor(Int32)
    }

    /// The program's name, looked for in `PATH` where it has no slash, and its arguments; no shell reads them.
    let words: [String]

    /// All of its environment.
    let environment: [String: String]

    /// What it reads.
    var input = Stream.null

    /// Where its data goes.
    var output = Stream.null

    /// Where its errors go.
    var error = Stream.null

    /// Whether it leaves this process's terminal, which it can then neither ask nor change, and gets no signals from.
    var isDetachedFromTerminal = false

    /// Starts it, with every signal at its default and none blocked, and without this process's other descriptors.
    ///
    /// - Returns: the process's id; whoever starts it waits for its end.
    /// - Throws: ``SystemFailure``, with `ENOENT` where there is no such program.
    func start() throws(SystemFailure) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (stream, own) in zip([input, output, error], Int32(0)...) {
            switch stream {
            case .inherited: break
            case .null: unsafe posix_spawn_file_actions_addopen(&actions, own, "/dev/null", O_RDWR, 0)
            case .descriptor(let descriptor): unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, own)
            }
        }
        for descriptor in DetachedProcess.openDescriptors() where descriptor > 2 {
            unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let session = isDetachedFromTerminal ? DetachedProcess.newSession : 0
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | session))
        return unsafe try spawn(&actions, &attributes)
    }

    private func spawn(
        _ actions: inout posix_spawn_file_actions_t, _ attributes: inout posix_spawnattr_t
    ) throws(SystemFailure) -> Int32 {
        guard let name = words.first else { throw SystemFailure("start a program without a name", EINVAL) }
        var processID: pid_t = 0
        let variables = environment.map { $0.key + "=" + $0.value }
        let errorNumber = unsafe DetachedProcess.withCStrings(words) { words in
            unsafe DetachedProcess.withCStrings(variables) { variables in
                unsafe posix_spawnp(&processID, name, &actions, &attributes, words, variables)
            }
        }
        guard errorNumber == 0 else { throw SystemFailure("start '\(name)'", errorNumber) }
        return processID
    }
}
