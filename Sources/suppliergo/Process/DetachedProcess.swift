internal import Glibc

/// Starts this program again, as a process of its own session that outlives this one.
enum DetachedProcess {
    /// Starts it.
    ///
    /// Its standard input is a pipe that holds `input` and then ends; its standard output and error are `/dev/null`. Of
    /// this process's other descriptors it keeps only `keeping`, so that whoever reads this one's output sees its end.
    /// Nothing that is secret may be among the arguments: every user of the machine can read those.
    ///
    /// - Parameters:
    ///   - arguments: the command line, without the program's own name.
    ///   - environment: all of its environment.
    ///   - kept: a descriptor that it inherits as descriptor 3.
    /// - Returns: once it has taken all of `input`.
    /// - Throws: ``SystemFailure``.
    static func start(
        arguments: [String], environment: [String: String], input: [UInt8], keeping kept: Int32
    ) throws(SystemFailure) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw SystemFailure("open a pipe", errno) }
        defer { for end in ends { close(end) } }
        try spawn(arguments, environment, standardInput: ends[0], kept: kept)
        close(ends[0])
        ends[0] = -1
        let (_, errorNumber) = DescriptorWriter(descriptor: ends[1]).write(input)
        guard errorNumber == 0 else { throw SystemFailure("hand the avatars over", errorNumber) }
    }

    private static func spawn(
        _ arguments: [String], _ environment: [String: String], standardInput: Int32, kept: Int32
    ) throws(SystemFailure) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, standardInput, 0)
        for output in [StandardStream.output.descriptor, StandardStream.error.descriptor] {
            unsafe posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, kept, 3)
        for descriptor in openDescriptors() where descriptor > 3 {
            unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        unsafe sigemptyset(&noSignals)
        unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | newSession))
        let words = ["suppliergo"] + arguments
        let variables = environment.map { $0.key + "=" + $0.value }
        let errorNumber = unsafe withCStrings(words) { words in
            unsafe withCStrings(variables) { variables in
                unsafe posix_spawn(nil, "/proc/self/exe", &actions, &attributes, words, variables)
            }
        }
        guard errorNumber == 0 else { throw SystemFailure("start a background process", errorNumber) }
    }

    /// `POSIX_SPAWN_SETSID` of `spawn.h`, which Swift does not import.
    static let newSession: Int32 = 0x80

    /// The descriptors that are open now; closing one that is gone by then does no harm.
    static func openDescriptors() -> [Int32] {
        guard let directory = unsafe opendir("/proc/self/fd") else { return [] }
        defer { unsafe closedir(directory) }
        var descriptors: [Int32] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            }
            if let descriptor = Int32(name) { descriptors.append(descriptor) }
        }
        return descriptors
    }

    /// Lends strings as a C array that ends with a null pointer.
    static func withCStrings<Value>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
    ) -> Value {
        let pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe body(pointers)
    }
}

/// A call of the system that failed.
struct SystemFailure: Error, Hashable {
    /// What was to be done, a verb phrase.
    let operation: String

    /// The `errno`.
    let errorNumber: Int32

    /// Creates a failure.
    init(_ operation: String, _ errorNumber: Int32) {
        self.operation = operation
        self.errorNumber = errorNumber
    }
}
