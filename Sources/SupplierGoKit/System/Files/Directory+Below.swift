internal import CSystem
import Glibc

/// Files further down in a directory, by their whole paths, which begin with the directory's: the system follows only what is
/// behind that.
extension Directory {
    /// Creates a file that only its user can read, where there is none.
    func createFile(below path: String) throws(FileError) -> FileDescriptor {
        // A NUL would end the path early and name another file.
        guard !path.containsNUL else { throw FileError("create", path, EINVAL) }
        let (start, number) = (startOfPaths, descriptor.rawValue)
        let file = try SystemCall.perform("create", path) {
            unsafe path.withCString { path in
                unsafe openat(number, path + start, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            }
        }
        return FileDescriptor(taking: file, path: path)
    }

    /// Gives a file a name that no file has, in one step; `false` where one has it, or where the file system cannot tell
    /// (`RENAME_NOREPLACE` of `renameat2(2)`).
    func rename(below path: String, toNew newPath: String) throws(FileError) -> Bool {
        let (start, number) = (startOfPaths, descriptor.rawValue)
        do throws(FileError) {
            try SystemCall.perform("rename", path) {
                unsafe path.withCString { path in
                    unsafe newPath.withCString { newPath in
                        unsafe csystem_rename_to_new(number, path + start, newPath + start)
                    }
                }
            }
            return true
        } catch {
            guard [EEXIST, EINVAL, ENOSYS, EPERM].contains(error.errorNumber) else { throw error }
            return false
        }
    }

    /// Gives a file another name in place of what has it, in one step (`renameat(2)`).
    func rename(below path: String, to newPath: String) throws(FileError) {
        let (start, number) = (startOfPaths, descriptor.rawValue)
        try SystemCall.perform("rename", path) {
            unsafe path.withCString { path in
                unsafe newPath.withCString { newPath in
                    unsafe renameat(number, path + start, number, newPath + start)
                }
            }
        }
    }

    private var startOfPaths: Int { path.utf8.count + 1 }
}
