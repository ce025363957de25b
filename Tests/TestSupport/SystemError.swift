import Glibc

/// A system call that failed in a test's own equipment.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The call's name.
    public let operation: String

    /// Its `errno`.
    public let errorNumber: Int32

    init(operation: String, errorNumber: Int32 = errno) {
        self.operation = operation
        self.errorNumber = errorNumber
    }

    /// The call and what the system says of it.
    public var description: String {
        guard let text = unsafe strerror(errorNumber) else { return "\(operation): error \(errorNumber)" }
        return unsafe "\(operation): \(String(cString: text))"
    }
}
