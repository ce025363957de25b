/// An error of a cache in reading or writing. Paths are absolute.
public enum CacheError: Error, Sendable, Hashable {
    /// The entry is gone, or is not what it was.
    case missing(path: String)

    /// A call failed: `operation` is a verb phrase such as "create", `errorNumber` is `errno`.
    case failed(operation: String, path: String, errorNumber: Int32)

    /// A call was refused before it was made, as when the process is ending.
    case refused(path: String, reason: String)

    /// The cache's directory belongs to another user, or everyone can write to it. It is not used.
    case untrusted(path: String)

    /// The cache was created with an empty path: it keeps nothing.
    case noDirectory

    /// There is a file, or a device, in the place of one of the cache's directories.
    case notADirectory(path: String)

    /// There is a directory in the place of one of the cache's files. It has to be removed.
    case notAFile(path: String)

    /// An entry would have more bytes than the cache's limit, or than its share of it
    /// (``CacheKey/Namespace/limitShare``). Others may still be stored.
    case tooLarge(path: String)

    /// An entry would have no bytes.
    case empty(path: String)
}

extension CacheError: Redacted, LocalizedError {
    /// One clause without a full stop.
    public var description: String {
        switch self {
        case .missing(let path): "the cache's file '\(path)' is gone"
        case .failed(let operation, let path, let errorNumber):
            "the cache could not \(operation) '\(path)': \(FileError.text(of: errorNumber))"
        case .refused(_, let reason): "the cache could not be used: \(reason.shownText())"
        case .untrusted(let path):
            "the cache's directory '\(path)' belongs to another user, or everyone can write to it"
        case .noDirectory: "the cache has no directory"
        case .notADirectory(let path): "the cache needs a directory where the file '\(path)' is"
        case .notAFile(let path): "the cache needs a file where the directory '\(path)' is: remove it"
        case .tooLarge(let path): "'\(path)' is too large for the cache"
        case .empty(let path): "the cache keeps no empty file '\(path)'"
        }
    }
}

extension CacheError {
    /// Nothing is stored for a task that was cancelled.
    static let cancelled = CacheError.refused(path: "", reason: "the task was cancelled")

    /// Calls a function that makes file calls, and throws a ``CacheError`` in place of a ``FileError``.
    static func wrapping<Value>(_ body: () throws -> Value) throws(CacheError) -> Value {
        do {
            return try body()
        } catch let error as CacheError {
            throw error
        } catch let error as FileError {
            throw CacheError(error)
        } catch {
            throw .refused(path: "", reason: "\(error)")
        }
    }

    /// The meaning of a failed file call to a cache.
    init(_ error: FileError) {
        switch error.reason {
        case .notADirectory, .system(ENOTDIR): self = .notADirectory(path: Self.obstacle(on: error.path))
        case .system(EISDIR): self = .notAFile(path: error.path)
        case .system(let number):
            self = .failed(operation: error.operation.rawValue, path: error.path, errorNumber: number)
        default: self = .refused(path: error.path, reason: error.description)
        }
    }

    /// The meaning of a failed file call to an entry that was found before.
    init(reading error: FileError) {
        switch error.errorNumber {
        case ENOENT, ENOTDIR, ELOOP: self = .missing(path: error.path)
        default: self.init(error)
        }
    }

    /// The part of a path that should be a directory and is not.
    private static func obstacle(on path: String) -> String {
        for end in path.indices.dropFirst().filter({ path[$0] == "/" }) + [path.endIndex] {
            do throws(FileError) {
                let part = String(path[..<end])
                if let status = try FileSystem.status(of: part), status.kind != .directory { return part }
            } catch {
                return path
            }
        }
        return path
    }
}
