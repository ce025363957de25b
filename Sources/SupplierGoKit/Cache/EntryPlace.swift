/// Where an entry's file is; its path is put together only where somebody asks for it, as of thousands nobody does.
enum EntryPlace: Sendable, Hashable {
    /// At a path.
    case path(String)

    /// Under the name of its key, in the directory of its namespace.
    case named(CacheName, directory: String, fileExtension: String)

    /// The absolute path.
    var path: String {
        switch self {
        case .path(let path): path
        case .named(let name, let directory, let fileExtension): name.path(in: directory, fileExtension)
        }
    }
}

extension CacheName {
    /// The path of a file of this name, in the directory of a namespace.
    func path(in directory: String, _ fileExtension: String) -> String {
        let start = directory.utf8.count + 1
        return String(utf8ByteCount: start + Self.pathByteCount + 1 + fileExtension.utf8.count) { bytes in
            bytes[bytes.write(directory, at: 0)] = UInt8(ascii: "/")
            write(to: &bytes, at: start, fileExtension)
        }
    }

    /// Writes ``path``, a dot and an extension from an index on; returns the index behind them.
    @discardableResult
    func write(to bytes: inout MutableSpan<UInt8>, at start: Int, _ fileExtension: String) -> Int {
        write(to: &bytes, at: start)
        bytes[start + Self.pathByteCount] = UInt8(ascii: ".")
        return bytes.write(fileExtension, at: start + Self.pathByteCount + 1)
    }
}
