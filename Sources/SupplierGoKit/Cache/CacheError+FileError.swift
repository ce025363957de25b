import Glibc

extension CacheError {
    /// Says what a failed file call means to a cache.
    init(_ error: FileError) {
        if error.operation == CacheBounds.operation {
            self = .tooLarge(path: error.path)
        } else if error.reason == .notADirectory || error.errorNumber == ENOTDIR {
            self = .notADirectory(path: Self.obstacle(on: error.path))
        } else {
            self = .failed(operation: error.operation, path: error.path, errorNumber: error.errorNumber ?? ECANCELED)
        }
    }

    /// Says what a failed file call means to an entry that was found before.
    init(reading error: FileError) {
        switch error.errorNumber {
        case ENOENT, ENOTDIR, ELOOP: self = .missing(path: error.path)
        default: self.init(error)
        }
    }

    /// The nearest thing above a path that should be a directory and is none.
    private static func obstacle(on path: String) -> String {
        var candidate = path[...]
        while !candidate.isEmpty {
            do throws(FileError) {
                if let status = try FileSystem.status(of: String(candidate)), status.kind != .directory {
                    return String(candidate)
                }
            } catch  where error.errorNumber != ENOTDIR {
                return path
            } catch {
                // Below a file; the file is further up.
            }
            candidate = candidate[..<(candidate.lastIndex(of: "/") ?? candidate.startIndex)]
        }
        return path
    }
}

extension CacheError: CustomStringConvertible {
    /// What happened, in one clause without a full stop.
    public var description: String {
        switch self {
        case .missing(let path): "the cache no longer has \(path)"
        case .failed(let operation, let path, let errorNumber):
            FileError(operation, path, errorNumber).description
        case .notADirectory(let path): "\(path) is no directory, so nothing can be cached there"
        case .tooLarge(let path): "\(path) would have more bytes than the whole cache may"
        }
    }
}
