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

extension EntryPlace {
    /// Whether both are one path, in whatever form.
    static func == (left: Self, right: Self) -> Bool {
        if case (.named(let name, let directory, let end), .named(let otherName, let otherDirectory, let otherEnd)) =
            (left, right)
        {
            return name == otherName && directory == otherDirectory && end == otherEnd
        }
        return left.path == right.path
    }

    /// Hashes the path.
    func hash(into hasher: inout Hasher) {
        hasher.combine(path)
    }
}

extension CacheName {
    /// The path of a file of this name, in the directory of a namespace.
    func path(in directory: String, _ fileExtension: String) -> String {
        path(in: directory, "", fileExtension)
    }

    /// The path of a file of this name, in a directory that stands directly in another one: `""` is that one itself.
    func path(in parent: String, _ directory: String, _ fileExtension: String) -> String {
        let ownCount = directory.isEmpty ? 0 : directory.utf8.count + 1
        let start = parent.utf8.count + 1 + ownCount
        return String(utf8ByteCount: start + Self.pathByteCount + 1 + fileExtension.utf8.count) { bytes in
            var end = bytes.write(parent, at: 0)
            if ownCount > 0 {
                bytes[end] = UInt8(ascii: "/")
                end = bytes.write(directory, at: end + 1)
            }
            bytes[end] = UInt8(ascii: "/")
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
