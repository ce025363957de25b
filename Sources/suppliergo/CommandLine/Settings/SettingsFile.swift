import FoundationEssentials
import Glibc

/// The settings file: where it is, and what it says.
enum SettingsFile {
    /// The file's absolute path (XDG Base Directory Specification); `nil` where no variable leads to it.
    static func path(in environment: Environment) -> String? {
        environment.programDirectory(in: .configurationHome, orInHome: ".config").map { $0 + "/config" }
    }

    /// Reads the file; where there is none there are no settings.
    ///
    /// It blocks, so it is called on the main thread, before there are tasks.
    ///
    /// - Throws: ``UsageError``.
    static func read(in environment: Environment) throws(UsageError) -> Settings {
        guard let path = path(in: environment) else { return .none }
        let text: String
        do {
            let data = try Data(contentsOf: URL(filePath: path, directoryHint: .notDirectory))
            text = String(decoding: data, as: UTF8.self)
        } catch {
            let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code
            guard code != .ENOENT, code != .ENOTDIR else { return .none }
            let reason = code.map { SystemError.text(of: $0.rawValue) } ?? String(describing: error)
            throw UsageError(
                "the settings file '\(path)' cannot be read: \(reason)", see: nil, status: .configuration)
        }
        return try Settings(text, path: path)
    }
}
