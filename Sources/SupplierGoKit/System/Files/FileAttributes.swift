internal import CSystem

// Names go to C by `withCString`, which copies a short name to the stack: as arguments they take two allocations each.

/// Extended attributes of files (`xattr(7)`).
extension FileDescriptor {
    /// Sets an extended attribute of the open file, replacing its value in one step (`setxattr(2)`).
    ///
    /// - Parameter name: begins with `user.`.
    func setAttribute(_ name: String, _ value: [UInt8]) throws(FileError) {
        try SystemCall.perform(.describe, path) {
            unsafe name.withCString { unsafe fsetxattr(rawValue, $0, value, value.count, 0) }
        }
    }

    /// Removes an extended attribute from the open file; does nothing if it has none.
    func removeAttribute(_ name: String) throws(FileError) {
        _ = try SystemCall.perform(.describe, path, unless: ENODATA, ENOTSUP) { unsafe fremovexattr(rawValue, name) }
    }

    /// The result of a function over the value of an extended attribute; `nil` if the file has none.
    func attribute<Value>(_ name: String, _ body: (Span<UInt8>) -> Value?) throws(FileError) -> Value? {
        let number = rawValue
        return unsafe try FileSystem.attribute(path, body) { buffer in
            unsafe name.withCString { unsafe fgetxattr(number, $0, buffer.baseAddress, buffer.count) }
        }
    }
}

extension FileSystem {
    /// The result of a function over the value of a file's extended attribute, links not followed; `nil` if the file
    /// has none, or is not there.
    static func attribute<Value>(
        _ name: String, of path: String, _ body: (Span<UInt8>) -> Value?
    ) throws(FileError) -> Value? {
        unsafe try attribute(path, body) { buffer in
            unsafe path.withCString { path in
                unsafe name.withCString { unsafe lgetxattr(path, $0, buffer.baseAddress, buffer.count) }
            }
        }
    }

    /// Reads with room for common values on the stack first, then with room for all that Linux allows.
    fileprivate static func attribute<Value>(
        _ path: @autoclosure () -> String, _ body: (Span<UInt8>) -> Value?,
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
                default: return .failure(FileError(.read, path(), errno))
                }
            }
            if let result { return try result.get() }
        }
        return nil
    }
}
