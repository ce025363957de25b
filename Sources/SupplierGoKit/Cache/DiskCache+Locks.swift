extension DiskCache {
    /// Locks a name, which one process at a time may hold; `nil` if another one does. Does not wait.
    ///
    /// The lock belongs to the open file (`flock(2)`): a child process that inherits it holds it as well, until both
    /// have closed it. The system releases it when the holder dies.
    ///
    /// - Parameter name: any text, such as a URL.
    /// - Throws: ``CacheError``.
    package func lock(named name: String) throws(CacheError) -> FileDescriptor? {
        try CacheError.wrapping {
            try files.checkDirectory()
            let path = files.layout.path(of: CacheLayout.locks + "/" + CacheLayout.FileName.lock(named: name))
            return try files.layout.inDirectory(of: path) { () throws(FileError) in try LockFile.acquire(path) }
        }
    }
}
