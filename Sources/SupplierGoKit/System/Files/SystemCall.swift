/// The one place that turns a failed call into an error and repeats an interrupted one.
package enum SystemCall {
    /// Makes a call that returns -1 and sets `errno` on failure; repeats it while signals interrupt it.
    @discardableResult
    package static func perform<Value: SignedInteger>(
        _ operation: FileError.Operation, _ path: @autoclosure () -> String, _ call: () -> Value
    ) throws(FileError) -> Value {
        while true {
            if let value = try perform(operation, path(), unless: EINTR, by: call) { return value }
        }
    }

    /// Makes such a call; returns `nil` if it fails with one of the expected numbers.
    package static func perform<Value: SignedInteger>(
        _ operation: FileError.Operation, _ path: @autoclosure () -> String, unless expected: Int32...,
        by call: () -> Value
    ) throws(FileError) -> Value? {
        while true {
            let value = call()
            guard value == -1 else { return value }
            let number = errno
            if expected.contains(number) { return nil }
            guard number == EINTR else { throw FileError(operation, path(), number) }
        }
    }
}
