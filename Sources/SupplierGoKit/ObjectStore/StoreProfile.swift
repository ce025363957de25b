import Glibc

/// What the environment and a profile's files say of object stores, as other programs for S3 read them.
///
/// A variable takes precedence over the files, and one that is empty counts as not set.
struct StoreProfile: Sendable {
    /// An access key.
    struct Credentials: Sendable {
        let id, secret: String
        let sessionToken: String?
    }

    /// The profile's name.
    let name: String

    /// The endpoint's URL.
    let endpoint: String?

    /// The region's name.
    let region: String?

    /// The access key; `nil` where there is none, or a part of it is missing.
    let credentials: Credentials?

    /// Reads the profile that the environment names.
    ///
    /// - Throws: ``ObjectStoreLocationError/unreadableFile(reason:)``. A file that is absent, or that the user may not see, is
    ///   one that says nothing.
    init(environment: [String: String]) async throws {
        func variable(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        func sections(_ variableName: String, _ name: String) async throws -> [String: [String: String]] {
            let home = variable("HOME")
            var path = variable(variableName) ?? "~/.aws/\(name)"
            if path.hasPrefix("~/") {
                guard let home else { return [:] }
                path = home + path.dropFirst()
            }
            return Self.sections(of: try await Self.text(at: path))
        }
        name = variable("AWS_PROFILE", "AWS_DEFAULT_PROFILE") ?? "default"
        let keys = try await sections("AWS_SHARED_CREDENTIALS_FILE", "credentials")[name] ?? [:]
        let configuration = try await sections("AWS_CONFIG_FILE", "config")
        let profile = configuration["profile \(name)"] ?? (name == "default" ? configuration[name] : nil) ?? [:]
        let services = profile["services"].flatMap { configuration["services \($0)"] } ?? [:]

        region = variable("AWS_REGION", "AWS_DEFAULT_REGION") ?? profile["region"] ?? keys["region"]
        endpoint =
            variable("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL") ?? services["s3.endpoint_url"]
            ?? profile["endpoint_url"] ?? keys["endpoint_url"]
        let sources = [
            (variable("AWS_ACCESS_KEY_ID"), variable("AWS_SECRET_ACCESS_KEY"), variable("AWS_SESSION_TOKEN")),
            Self.key(in: keys), Self.key(in: profile),
        ]
        // The parts of different sources do not belong together: the first that has one must have the other.
        guard let (id, secret, token) = sources.first(where: { $0.0 != nil || $0.1 != nil }), let id, let secret else {
            credentials = nil
            return
        }
        credentials = Credentials(id: id, secret: secret, sessionToken: token)
    }

    private static func key(in values: [String: String]) -> (id: String?, secret: String?, token: String?) {
        func value(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
        return (value("aws_access_key_id"), value("aws_secret_access_key"), value("aws_session_token"))
    }

    private static func text(at path: String) async throws -> String {
        do {
            let bytes = try await RegularFile.bytes(at: path, limit: 1 << 20)
            return String(decoding: bytes ?? [], as: UTF8.self)
        } catch let error as FileError {
            guard [ENOENT, ENOTDIR, EACCES].contains(error.errorNumber) else {
                throw ObjectStoreLocationError.unreadableFile(reason: "\(error)")
            }
            return ""
        }
    }

    /// The keys and values of a file's sections, by the sections' names. Keys are in lower case; one that is indented
    /// belongs to the key before it, whose value is empty: `s3 =`, then `  endpoint_url = …`, is `s3.endpoint_url`.
    static func sections(of text: String) -> [String: [String: String]] {
        var sections: [String: [String: String]] = [:]
        var (section, parent) = ("", "")
        for line in text.split(whereSeparator: \.isNewline) {
            let isIndented = line.first?.isWhitespace == true
            let words = line.trimmingBlanks
            guard let first = words.first, first != "#", first != ";" else { continue }
            if first == "[" {
                let name = words.dropFirst().prefix { $0 != "]" }.filter { $0 != "\"" && $0 != "'" }
                (section, parent) = (name.split { $0.isWhitespace }.joined(separator: " "), "")
            } else if let equals = words.firstIndex(of: "=") {
                let key = words[..<equals].trimmingBlanks.lowercased()
                if !isIndented { parent = key }
                let value = words[words.index(after: equals)...].trimmingBlanks
                sections[section, default: [:]][isIndented ? "\(parent).\(key)" : key] = String(value)
            }
        }
        return sections
    }
}

extension Substring {
    /// The text without white space around it.
    fileprivate var trimmingBlanks: Substring {
        var rest = drop { $0.isWhitespace }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
