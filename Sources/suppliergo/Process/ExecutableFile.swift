internal import Glibc

/// Files that the user may run.
enum ExecutableFile {
    /// Whether there is one (`access(2)`).
    static func exists(at path: String) -> Bool {
        unsafe access(path, X_OK) == 0
    }
}
