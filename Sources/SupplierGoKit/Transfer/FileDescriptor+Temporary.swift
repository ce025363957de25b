extension FileDescriptor {
    /// Creates a file without a name in the system's directory for temporary files (`TMPDIR`), or if that cannot be
    /// written in another one, which is made if it is missing; `nil` if there can be none.
    static func temporary(orIn spareDirectory: String?) -> FileDescriptor? {
        let directory = FileManager.default.temporaryDirectory.path(percentEncoded: false)
        return temporary(in: directory) ?? spareDirectory.flatMap { temporary(in: $0, isMade: true) }
    }

    private static func temporary(in directory: String, isMade: Bool = false) -> FileDescriptor? {
        let path = directory + "/suppliergo-" + String(UInt64.random(in: 0 ... .max), radix: 36)
        do throws(FileError) {
            if isMade { try FileSystem.makeDirectories(directory) }
            let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
            let descriptor = try FileDescriptor(opening: path, flags, permissions: 0o600, operation: .create)
            try FileSystem.removeFile(path)
            return descriptor
        } catch {
            return nil
        }
    }
}
