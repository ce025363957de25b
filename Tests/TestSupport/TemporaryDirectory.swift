import FoundationEssentials
import Glibc

/// A directory of a test's own, removed with the last reference to it.
public final class TemporaryDirectory: Sendable {
    /// Its absolute path, without a slash at the end.
    public let path: String

    /// Makes a directory under `/tmp`, with a number for its name: letters by chance (`mkdtemp(3)`) can be what a test
    /// looks for in an output that names a file.
    ///
    /// - Parameter onMemory: whether it is on a file system that has nothing to sync, if there is one.
    public init(onMemory: Bool = false) throws {
        let parent = onMemory && FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
        while true {
            let path = "\(parent)/suppliergo-test-\(Int.random(in: 100_000...999_999))"
            if unsafe mkdir(path, 0o700) == 0 {
                self.path = path
                return
            }
            guard errno == EEXIST else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        }
    }

    deinit {
        // Litter under /tmp is not a reason to fail a test that has passed.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in it.
    public func path(of name: String) -> String {
        path + "/" + name
    }

    /// Writes a file, and makes the directories above it.
    ///
    /// - Returns: its path.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        let url = URL(filePath: path(of: name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return path(of: name)
    }

    /// The bytes of a file.
    public func read(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(filePath: path(of: name))))
    }

    /// The paths of all files under it, from here, sorted; no directories, and nothing that goes away meanwhile.
    public func files() throws -> [String] {
        let manager = FileManager.default
        return try manager.subpathsOfDirectory(atPath: path).filter { subpath in
            do {
                let type = try manager.attributesOfItem(atPath: self.path(of: subpath))[.type]
                return type as? FileAttributeType != .typeDirectory
            } catch let error as CocoaError where [.fileReadNoSuchFile, .fileNoSuchFile].contains(error.code) {
                return false
            }
        }.sorted()
    }
}
