internal import CSystem
import Glibc

extension FileDescriptor {
    /// Gives the open file an extended attribute in place of what it had, in one step (`setxattr(2)`).
    ///
    /// - Parameter name: begins with `user.`.
    func setAttribute(_ name: String, _ value: [UInt8]) throws(FileError) {
        try SystemCall.perform("describe", path) { unsafe fsetxattr(rawValue, name, value, value.count, 0) }
    }

    /// Takes an extended attribute from the open file; does nothing where it has none.
    func removeAttribute(_ name: String) throws(FileError) {
        do throws(FileError) {
            try SystemCall.perform("describe", path) { unsafe fremovexattr(rawValue, name) }
        } catch {
            guard error.errorNumber == ENODATA || error.errorNumber == ENOTSUP else { throw error }
        }
    }

    /// The open file's extended attribute; `nil` where it has none, or none can be had.
    func attribute(_ name: String) throws(FileError) -> [UInt8]? {
        let number = rawValue
        return unsafe try FileSystem.attribute(path) { buffer in
            unsafe fgetxattr(number, name, buffer.baseAddress, buffer.count)
        }
    }
}

extension FileSystem {
    /// A file's extended attribute, links not followed; `nil` where it has none, or none can be had.
    static func attribute(_ name: String, of path: String) throws(FileError) -> [UInt8]? {
        unsafe try attribute(path) { buffer in unsafe lgetxattr(path, name, buffer.baseAddress, buffer.count) }
    }

    /// Values are asked for with room for the usual ones, and again with room for all that Linux allows.
    fileprivate static func attribute(
        _ path: String, by read: (UnsafeMutableBufferPointer<UInt8>) -> Int
    ) throws(FileError) -> [UInt8]? {
        for capacity in [1024, 65_536] {
            var failure: Int32 = 0
            let value = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                repeat {
                    let result = unsafe read(buffer)
                    failure = result < 0 ? errno : 0
                    count = max(result, 0)
                } while failure == EINTR
            }
            switch failure {
            case 0: return value
            case ERANGE: continue
            case ENODATA, ENOTSUP, ENOENT, EPERM: return nil
            default: throw FileError("read", path, failure)
            }
        }
        return nil
    }
}
