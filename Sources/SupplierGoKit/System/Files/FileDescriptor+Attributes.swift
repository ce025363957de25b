internal import CSystem
import Glibc

// Names go to C by `withCString`, which copies a short one to the stack: as arguments they would each take two allocations.

extension FileDescriptor {
    /// Gives the open file an extended attribute in place of what it had, in one step (`setxattr(2)`).
    ///
    /// - Parameter name: begins with `user.`.
    func setAttribute(_ name: String, _ value: [UInt8]) throws(FileError) {
        try SystemCall.perform("describe", path) {
            unsafe name.withCString { unsafe fsetxattr(rawValue, $0, value, value.count, 0) }
        }
    }

    /// Takes an extended attribute from the open file; does nothing where it has none.
    func removeAttribute(_ name: String) throws(FileError) {
        do throws(FileError) {
            try SystemCall.perform("describe", path) { unsafe fremovexattr(rawValue, name) }
        } catch {
            guard error.errorNumber == ENODATA || error.errorNumber == ENOTSUP else { throw error }
        }
    }

    /// What a function makes of the open file's extended attribute; `nil` where it has none, or none can be had.
    func attribute<Value>(_ name: String, _ body: (Span<UInt8>) -> Value) throws(FileError) -> Value? {
        let number = rawValue
        return unsafe try FileSystem.attribute(path, body) { buffer in
            unsafe name.withCString { unsafe fgetxattr(number, $0, buffer.baseAddress, buffer.count) }
        }
    }
}

extension FileSystem {
    /// What a function makes of a file's extended attribute, links not followed; `nil` where it has none, or none can be had.
    static func attribute<Value>(
        _ name: String, of path: PathBuffer, _ body: (Span<UInt8>) -> Value
    ) throws(FileError) -> Value? {
        unsafe try attribute(path.text, body) { buffer in
            unsafe path.withCString { path in
                unsafe name.withCString { unsafe lgetxattr(path, $0, buffer.baseAddress, buffer.count) }
            }
        }
    }

    /// Values are asked for with room for the usual ones, on the stack, and again with room for all that Linux allows.
    fileprivate static func attribute<Value>(
        _ path: @autoclosure () -> String, _ body: (Span<UInt8>) -> Value,
        by read: (UnsafeMutableRawBufferPointer) -> Int
    ) throws(FileError) -> Value? {
        for capacity in [1024, 65_536] {
            let result: Result<Value?, FileError>? = unsafe withUnsafeTemporaryAllocation(
                byteCount: capacity, alignment: 8
            ) { buffer in
                var count: Int
                repeat { count = unsafe read(buffer) } while count < 0 && errno == EINTR
                guard count < 0 else {
                    return unsafe .success(body(Span(_unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer[..<count]))))
                }
                switch errno {
                case ERANGE: return nil
                case ENODATA, ENOTSUP, ENOENT, EPERM: return .success(nil)
                default: return .failure(FileError("read", path(), errno))
                }
            }
            if let result { return try result.get() }
        }
        return nil
    }
}
