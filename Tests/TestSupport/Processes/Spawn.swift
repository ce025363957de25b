import Glibc

/// Starts a program by `posix_spawn`, and keeps this process's ends of its standard streams.
@safe struct Spawn {
    private typealias AddCloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    private typealias AddDirectory =
        @convention(c) (
            UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
        ) -> Int32

    private(set) var processID: Int32 = 0
    /// The ends of standard input, of standard output, and of standard error if that is another pipe.
    private(set) var input: Int32?, output: Int32 = -1, error: Int32?
    private var childEnds: [Int32] = []
    private var actions = unsafe posix_spawn_file_actions_t()

    static func start(
        arguments: [String], configuration: CommandLineRun.Configuration
    ) throws(SystemError) -> Spawn {
        var spawn = Spawn()
        unsafe posix_spawn_file_actions_init(&spawn.actions)
        defer {
            unsafe posix_spawn_file_actions_destroy(&spawn.actions)
            for descriptor in spawn.childEnds { close(descriptor) }
        }
        try spawn.connectStreams(configuration)
        if let directory = configuration.directory {
            let add = unsafe try function("posix_spawn_file_actions_addchdir_np", as: AddDirectory.self)
            _ = unsafe add(&spawn.actions, directory)
        }
        // Descriptors of this process that are not marked yet, a connection just accepted for example, stay here.
        let add = unsafe try function("posix_spawn_file_actions_addclosefrom_np", as: AddCloseFrom.self)
        _ = unsafe add(&spawn.actions, 3)
        try spawn.start([configuration.executable] + arguments, environment: configuration.environment)
        return spawn
    }

    private mutating func connectStreams(_ configuration: CommandLineRun.Configuration) throws(SystemError) {
        let terminal = try configuration.terminal.map { settings throws(SystemError) in
            try PseudoTerminal(columns: settings.columns, rows: settings.rows)
        }
        if let terminal, configuration.terminal?.isInput == true {
            input = dup(terminal.main)
            open(terminal.path, as: 0)
        } else if case .none = configuration.input {
            open("/dev/null", as: 0)
        } else {
            input = try connectPipe(to: 0, isInput: true)
        }
        if let terminal, configuration.terminal?.isOutput == true {
            open(terminal.path, as: 1)
        } else {
            output = try connectPipe(to: 1, isInput: false)
        }
        if let terminal, configuration.terminal?.isError == true {
            open(terminal.path, as: 2)
        } else {
            error = try connectPipe(to: 2, isInput: false)
        }
        guard let terminal else { return }
        // If only standard error is the terminal, what it shows is standard error.
        if output < 0 {
            output = terminal.main
        } else if error == nil {
            error = terminal.main
        } else {
            close(terminal.main)
        }
    }

    private mutating func open(_ path: String, as descriptor: Int32) {
        unsafe posix_spawn_file_actions_addopen(&actions, descriptor, path, O_RDWR, 0)
    }

    /// Makes a pipe, and gives this process's end of it.
    private mutating func connectPipe(to descriptor: Int32, isInput: Bool) throws(SystemError) -> Int32 {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw SystemError(operation: "pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (childEnd, ownEnd) = isInput ? (ends[0], ends[1]) : (ends[1], ends[0])
        childEnds.append(childEnd)
        unsafe posix_spawn_file_actions_adddup2(&actions, childEnd, descriptor)
        return ownEnd
    }

    private mutating func start(_ arguments: [String], environment: [String: String]) throws(SystemError) {
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        // POSIX_SPAWN_SETSID, which the Glibc module leaves out: the terminal becomes the session's own.
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | 0x80))
        var variables = environment
        if variables["PATH"] == nil, let path = unsafe getenv("PATH") {
            variables["PATH"] = unsafe String(cString: path)
        }
        var failure: Int32 = 0
        var identifier: pid_t = 0
        unsafe withCStrings(arguments) { argumentPointers in
            unsafe withCStrings(variables.map { "\($0)=\($1)" }) { variablePointers in
                failure = unsafe posix_spawn(
                    &identifier, arguments[0], &actions, &attributes, argumentPointers, variablePointers)
            }
        }
        guard failure == 0 else { throw SystemError(operation: "posix_spawn \(arguments[0])", errorNumber: failure) }
        processID = identifier
    }

    private func withCStrings(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Void) {
        let pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
        unsafe body(pointers)
        unsafe pointers.forEach { unsafe free($0) }
    }

    /// Looks up a function that the C library has but the Glibc module leaves out.
    private static func function<Function>(_ name: String, as type: Function.Type) throws(SystemError) -> Function {
        guard let symbol = unsafe dlsym(nil, name) else { throw SystemError(operation: name, errorNumber: ENOSYS) }
        return unsafe unsafeBitCast(symbol, to: type)
    }
}
