import SupplierGoKit

/// The settings for object stores in the environment and in a profile's files, as other programs for S3 read them.
///
/// A variable takes precedence over the files, and one that is empty counts as not set.
struct StoreProfile: Sendable {
    /// The endpoint's URL.
    let endpoint: String?

    /// The region's name.
    let region: String

    /// The signature by the access key; `nil` if there is none, or a part of it is missing.
    let signature: RequestSignature?

    /// The advice to a user without an access key, as a clause.
    let advice: String

    /// Reads the profile that the environment names.
    ///
    /// - Throws: ``ObjectStoreLocation.Error/unreadableFile(reason:)``. A file that is absent, or that the user may not
    ///   see, is one that says nothing.
    init(environment: [String: String]) async throws(ObjectStoreLocation.Error) {
        func variable(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        func sections(at path: String) async throws(ObjectStoreLocation.Error) -> [String: [String: String]] {
            guard path.hasPrefix("~/") else { return Self.sections(of: try await Self.text(at: path)) }
            guard let home = variable("HOME") else { return [:] }
            return Self.sections(of: try await Self.text(at: home + path.dropFirst()))
        }
        let name = variable("AWS_PROFILE", "AWS_DEFAULT_PROFILE") ?? "default"
        let keysPath = variable("AWS_SHARED_CREDENTIALS_FILE") ?? "~/.aws/credentials"
        let configurationPath = variable("AWS_CONFIG_FILE") ?? "~/.aws/config"
        let keys = try await sections(at: keysPath)[name] ?? [:]
        let configuration = try await sections(at: configurationPath)
        let profile = configuration["profile \(name)"] ?? (name == "default" ? configuration[name] : nil) ?? [:]
        let services = profile["services"].flatMap { configuration["services \($0)"] } ?? [:]

        let region =
            variable("AWS_REGION", "AWS_DEFAULT_REGION") ?? profile["region"] ?? keys["region"] ?? "us-east-1"
        self.region = region
        endpoint =
            variable("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL") ?? services["s3.endpoint_url"]
            ?? profile["endpoint_url"] ?? keys["endpoint_url"]
        // The parts of different sources do not belong together: the first that has one must have the other.
        if variable(Self.idName) != nil || variable(Self.secretName) != nil {
            signature = Self.signature(for: region) { variable($0) }
            advice = "set " + (variable(Self.idName) == nil ? Self.idName : Self.secretName)
            return
        }
        for (values, path) in [(keys, keysPath), (profile, configurationPath)] {
            let value = { @Sendable (name: String) in values[name.lowercased()].flatMap { $0.isEmpty ? nil : $0 } }
            guard value(Self.idName) != nil || value(Self.secretName) != nil else { continue }
            signature = Self.signature(for: region, value)
            let missing = value(Self.idName) == nil ? Self.idName : Self.secretName
            advice = "add \(missing.lowercased()) to the profile '\(name)' in \(path)"
            return
        }
        signature = nil
        advice =
            "set \(Self.idName) and \(Self.secretName), or add an access key to the profile '\(name)' in \(keysPath)"
    }

    private static let idName = "AWS_ACCESS_KEY_ID"
    private static let secretName = "AWS_SECRET_ACCESS_KEY"

    /// The signature by a source's access key; `nil` if a part of it is missing. Files have the variables' names in
    /// lower case.
    private static func signature(for region: String, _ value: (String) -> String?) -> RequestSignature? {
        guard let id = value(idName), let secret = value(secretName) else { return nil }
        return RequestSignature(
            accessKeyID: id, secretAccessKey: secret, sessionToken: value("AWS_SESSION_TOKEN"), region: region)
    }

    private static func text(at path: String) async throws(ObjectStoreLocation.Error) -> String {
        do throws(FileError) {
            let bytes = try await FileSystem.bytes(ofFile: path, limit: 1 << 20)
            return String(decoding: bytes ?? [], as: UTF8.self)
        } catch {
            guard [ENOENT, ENOTDIR, EACCES].contains(error.errorNumber) else {
                throw .unreadableFile(reason: "\(error)")
            }
            return ""
        }
    }

    /// The keys and values of a file's sections, by the sections' names. Keys are in lower case; one that is indented
    /// further belongs to the key before it, whose value is empty: `s3 =`, then `  endpoint_url = …`, is
    /// `s3.endpoint_url`.
    static func sections(of text: String) -> [String: [String: String]] {
        var sections: [String: [String: String]] = [:]
        var section = ""
        var parent: (key: String, indentation: Int)?
        for line in text.split(whereSeparator: \.isNewline) {
            let indentation = line.prefix(while: \.isWhitespace).count
            let words = line.trimmed
            guard let first = words.first, first != "#", first != ";" else { continue }
            if first == "[" {
                let name = words.dropFirst().prefix { $0 != "]" }.filter { $0 != "\"" && $0 != "'" }
                section = name.split { $0.isWhitespace }.joined(separator: " ")
                parent = nil
            } else if let equals = words.firstIndex(of: "=") {
                let key = words[..<equals].trimmed.lowercased()
                let value = words[words.index(after: equals)...].trimmed
                if let parent, indentation > parent.indentation {
                    sections[section, default: [:]]["\(parent.key).\(key)"] = value
                } else {
                    parent = (key, indentation)
                    sections[section, default: [:]][key] = value
                }
            }
        }
        return sections
    }
}
