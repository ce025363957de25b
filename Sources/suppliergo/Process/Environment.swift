internal import Glibc

/// A process's environment: its variables and its working directory.
struct Environment: Sendable {
    /// The environment's variables.
    var variables: [String: String]

    /// The absolute path that relative paths start from.
    let directory: String

    /// A variable's value; an empty one counts as not set.
    subscript(variable: EnvironmentVariable) -> String? {
        variables[variable.rawValue].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A path with the home directory in place of `~/`, as shells have replaced it elsewhere.
    func replacingTilde(in path: String) -> String {
        guard path.hasPrefix("~/"), let home = self[.home] else { return path }
        return home + path.dropFirst()
    }

    /// The absolute path of a path that may be relative.
    func absolutePath(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        return directory.hasSuffix("/") ? directory + path : directory + "/" + path
    }

    /// This program's directory in one of the XDG base directories, such as `~/.cache/suppliergo`; `nil` if no variable
    /// tells it.
    func programDirectory(in base: EnvironmentVariable) -> String? { baseDirectory(base).map { $0 + "/suppliergo" } }

    /// One of the XDG base directories, such as `~/.cache`; see ``programDirectory(in:)``.
    func baseDirectory(_ base: EnvironmentVariable) -> String? {
        if let directory = self[base], directory.hasPrefix("/") { return directory }
        guard let home = self[.home], home.hasPrefix("/"), let fallback = Self.baseDirectories[base] else { return nil }
        return "\(home)/\(fallback)"
    }

    /// The base directories in a home directory if no variable gives others.
    private static let baseDirectories: [EnvironmentVariable: String] = [
        .cacheHome: ".cache", .configurationHome: ".config", .dataHome: ".local/share",
    ]
}

/// The words that the process was started with.
///
/// `CommandLine.arguments` reads them from `/proc`, which need not be mounted.
enum ProcessArguments {
    /// Reads the words after the program's name.
    ///
    /// - Parameters:
    ///   - count: `argc` of `main`.
    ///   - address: the address in `argv` of `main`.
    static func words(count: Int32, at address: Int) -> [String] {
        guard let pointers = unsafe UnsafePointer<UnsafePointer<CChar>?>(bitPattern: address) else { return [] }
        return unsafe UnsafeBufferPointer(start: pointers, count: Int(count)).dropFirst().compactMap {
            unsafe $0.map { unsafe String(cString: $0) }
        }
    }
}
