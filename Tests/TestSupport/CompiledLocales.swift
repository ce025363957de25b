import FoundationEssentials
import Glibc

/// Locales that Debian's `localedef` compiles from the sources of the package `locales`, each once for all tests.
public actor CompiledLocales {
    /// A locale could not be compiled.
    struct CouldNotCompile: Error {
        let name: String
    }

    /// The locales of this process.
    public static let shared = CompiledLocales()

    /// Removed when the process exits: a static value has no `deinit`.
    private static let directory: Result<TemporaryDirectory, any Error> = Result {
        let directory = try TemporaryDirectory()
        atexit { try? FileManager.default.removeItem(atPath: CompiledLocales.directory.get().path) }
        return directory
    }

    private var compilations: [String: Task<Void, any Error>] = [:]

    /// The sources are here; tests that need them skip with ``absence`` if not.
    public static var areInstalled: Bool { FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/de_DE") }

    /// The reason why a test that needs the sources does not run.
    public static let absence = "locales is not installed"

    /// The variables that make a program use a locale, such as `de_DE`.
    ///
    /// - Throws: ``CouldNotCompile``, ``SystemError``, or ``CommandLineRun/Failure``.
    public func environment(for name: String) async throws -> [String: String] {
        let directory = try Self.directory.get().path
        let compilation = compilations[name] ?? Task { try await Self.compile(name, in: directory) }
        compilations[name] = compilation
        try await compilation.value
        return ["LOCPATH": directory, "LANG": "\(name).UTF-8"]
    }

    private static func compile(_ name: String, in directory: String) async throws {
        var configuration = CommandLineRun.Configuration()
        configuration.executable = "/usr/bin/localedef"
        let path = "\(directory)/\(name).UTF-8"
        _ = try await CommandLineRun(["-i", name, "-f", "UTF-8", path], configuration: configuration).result()
        // It also fails for a warning.
        guard FileManager.default.fileExists(atPath: path + "/LC_COLLATE") else { throw CouldNotCompile(name: name) }
    }
}
