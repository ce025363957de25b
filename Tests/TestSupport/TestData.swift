import FoundationEssentials

/// The catalogs and images in the repository's `TestData`.
public enum TestData {
    /// The absolute path of a file, such as `catalog.json`.
    public static func path(_ name: String) -> String {
        "\(directory)/\(name)"
    }

    /// A file's bytes.
    public static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path(name))))
    }

    /// The paths of all files under a directory, relative to `TestData`, in order of their names.
    public static func files(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted().map { "\(name)/\($0)" }
    }

    /// The absolute path of `TestData` itself.
    public static let directory: String = {
        let repository = #filePath.split(separator: "/").dropLast(3)
        return "/\(repository.joined(separator: "/"))/TestData"
    }()
}
