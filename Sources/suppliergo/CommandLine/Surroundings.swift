/// What of a process's surroundings its arguments are read against.
struct Surroundings: Sendable {
    /// The environment's variables.
    let environment: [String: String]

    /// The absolute path that relative paths start from.
    let directory: String

    /// A variable's value; one that is empty counts as not set.
    subscript(variable: EnvironmentVariable) -> String? {
        environment[variable.rawValue].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The absolute path of a path that may be relative.
    func absolutePath(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        return directory.hasSuffix("/") ? directory + path : directory + "/" + path
    }
}
