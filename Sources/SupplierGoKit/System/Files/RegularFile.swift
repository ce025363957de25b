/// A file of a user that is read whole.
package enum RegularFile {
    /// A file's bytes, links followed; `nil` if it is not a regular file, such as a pipe, or has more bytes than it may.
    ///
    /// - Throws: ``FileError``.
    package static func bytes(at path: String, limit: Int) async throws(FileError) -> [UInt8]? {
        try await BlockingThreads.files.run { () throws(FileError) in
            let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            let status = try file.status()
            guard status.kind == .regular, status.byteCount <= limit else { return nil }
            return try file.readAll(status.byteCount)
        }
    }
}
