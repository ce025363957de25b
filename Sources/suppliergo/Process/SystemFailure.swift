import Glibc

/// A system call that failed.
struct SystemFailure: Error, Hashable {
    /// The operation that failed, a verb phrase.
    let operation: String

    /// The `errno`.
    let errorNumber: Int32

    /// Creates a failure.
    init(_ operation: String, _ errorNumber: Int32) {
        self.operation = operation
        self.errorNumber = errorNumber
    }
}

extension SystemFailure: CustomStringConvertible {
    /// A clause: `this process could not start 'less': No such file or directory`.
    var description: String { "this process could not \(operation): \(SystemError.text(of: errorNumber))" }
}

/// The system's words for an `errno`.
enum SystemError {
    /// The text of an `errno` as `strerror(3)` gives it, such as "No space left on device".
    static func text(of errorNumber: Int32) -> String {
        // The text is constant or the thread's own, and is copied before the next call.
        guard let text = unsafe strerror(errorNumber) else { return "error \(errorNumber)" }
        return unsafe String(cString: text)
    }
}
