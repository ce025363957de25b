import Glibc

/// The one place where a failed call becomes an error and an interrupted one is repeated.
enum SystemCall {
    /// Makes a call that returns -1 and sets `errno` where it fails, again for as long as a signal interrupts it.
    @discardableResult
    static func perform<Value: SignedInteger>(
        _ operation: String, _ path: String, _ call: () -> Value
    ) throws(FileError) -> Value {
        while true {
            let value = call()
            guard value == -1 else { return value }
            let number = errno
            guard number == EINTR else { throw FileError(operation, path, number) }
        }
    }
}
