import FoundationEssentials
import Glibc

/// The settings file: where it is, and what it says.
enum SettingsFile {
    /// The file's absolute path (XDG Base Directory Specification): a relative `$XDG_CONFIG_HOME` is ignored; `nil` where no
    /// variable leads to it.
    static func path(in surroundings: Surroundings) -> String? {
        if let directory = surroundings[.configurationHome], directory.hasPrefix("/") {
            return directory + "/suppliergo/config"
        }
        guard let home = surroundings[.home], home.hasPrefix("/") else { return nil }
        return home + "/.config/suppliergo/config"
    }

    /// Reads the file; where there is none there are no settings.
    ///
    /// It blocks, and so it is for the main thread, before there are tasks.
    ///
    /// - Throws: ``ArgumentError/unreadableSettings(path:reason:)``, ``ArgumentError/badSetting(_:reason:nearest:)``.
    static func read(in surroundings: Surroundings) throws(ArgumentError) -> Settings {
        guard let path = path(in: surroundings) else { return .none }
        let text: String
        do {
            let data = try Data(contentsOf: URL(filePath: path, directoryHint: .notDirectory))
            text = String(decoding: data, as: UTF8.self)
        } catch {
            let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code
            guard code != .ENOENT, code != .ENOTDIR else { return .none }
            let reason = code.map { SystemError.text(of: $0.rawValue) } ?? String(describing: error)
            throw .unreadableSettings(path: path, reason: reason)
        }
        return try Settings(text, path: path)
    }
}
