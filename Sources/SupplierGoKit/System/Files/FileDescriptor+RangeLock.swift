internal import CSystem
import Glibc

extension FileDescriptor {
    /// Takes one byte's advisory lock for this open file, or returns `false` where another has it.
    ///
    /// The byte needs not be there. The lock belongs to the open file (`F_OFD_SETLK` of `fcntl(2)`), and is gone with it,
    /// however its process ends; the same open file may take it twice.
    func tryLock(byteAt offset: Int) throws(FileError) -> Bool {
        do throws(FileError) {
            try setLock(Int16(F_WRLCK), byteAt: offset, by: csystem_set_open_file_lock)
            return true
        } catch {
            guard error.errorNumber == EAGAIN || error.errorNumber == EACCES else { throw error }
            return false
        }
    }

    /// Takes one byte's advisory lock for this open file, behind whoever has it; at once where the file system has no
    /// locks.
    func lock(byteAt offset: Int) throws(FileError) {
        do throws(FileError) {
            try setLock(Int16(F_WRLCK), byteAt: offset, by: csystem_await_open_file_lock)
        } catch {
            guard Self.meansNoLocks(error) else { throw error }
        }
    }

    /// Lets go of one byte's lock.
    func unlock(byteAt offset: Int) throws(FileError) {
        do throws(FileError) {
            try setLock(Int16(F_UNLCK), byteAt: offset, by: csystem_set_open_file_lock)
        } catch {
            guard Self.meansNoLocks(error) else { throw error }
        }
    }

    private static func meansNoLocks(_ error: FileError) -> Bool {
        [ENOLCK, ENOSYS, ENOTSUP].contains(error.errorNumber)
    }

    private func setLock(_ kind: Int16, byteAt offset: Int, by command: Int32) throws(FileError) {
        var lock = flock()
        lock.l_type = kind
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = offset
        lock.l_len = 1
        try SystemCall.perform("lock", path) { unsafe fcntl(rawValue, command, &lock) }
    }
}
