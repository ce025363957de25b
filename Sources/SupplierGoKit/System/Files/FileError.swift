import Glibc

/// A file call that failed.
package struct FileError: Error, Hashable, CustomStringConvertible {
    /// What was to be done, as a verb phrase such as "open".
    package let operation: String

    /// To what; empty where the descriptor has no path.
    package let path: String

    /// `errno`.
    package let errorNumber: Int32

    init(_ operation: String, _ path: String, _ errorNumber: Int32) {
        self.operation = operation
        self.path = path
        self.errorNumber = errorNumber
    }

    package var description: String {
        "cannot \(operation) \(path): \(Self.text(of: errorNumber))"
    }

    /// The system's text for an `errno`, such as "No space left on device".
    static func text(of errorNumber: Int32) -> String {
        // glibc's text for a number it knows is constant; for others it is the calling thread's own (strerror(3)).
        unsafe strerror(errorNumber).map { unsafe String(cString: $0) } ?? "error \(errorNumber)"
    }
}
