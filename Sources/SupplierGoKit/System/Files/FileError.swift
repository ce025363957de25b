/// A file call that failed, or that was refused before it was made.
package struct FileError: Error, Hashable, CustomStringConvertible {
    /// The reason.
    package enum Reason: Sendable, Hashable {
        /// The system refused the call: `errno`, as the system set it.
        case system(Int32)

        /// Something else is in the place of a directory.
        case notADirectory

        /// It is a pipe, a socket or a device.
        case notARegularFile

        /// The path holds a zero byte, at which C would end it and name another file.
        case zeroByteInPath

        /// There is a file already, which may not be replaced.
        case exists

        /// The file is gone, or another one has taken its place.
        case missing

        /// The process is ending, and writes no more files.
        case processIsEnding
    }

    /// An operation; the raw value is a verb phrase.
    package enum Operation: String, Sendable, Hashable {
        case changePermissions = "change the permissions of"
        case close, create, describe, examine, follow, lock, open, read, remove, rename, touch, write
        case wait = "wait for"
    }

    /// The operation that failed.
    package let operation: Operation

    /// The file's path, or its name if it has none, such as "standard input".
    package let path: String

    /// The reason.
    package let reason: Reason

    package init(_ operation: Operation, _ path: String, _ reason: Reason) {
        (self.operation, self.path, self.reason) = (operation, path, reason)
    }

    package init(_ operation: Operation, _ path: String, _ errorNumber: Int32) {
        self.init(operation, path, .system(errorNumber))
    }

    /// The system's `errno`; `nil` if the system made no objection.
    package var errorNumber: Int32? {
        if case .system(let number) = reason { number } else { nil }
    }

    package var description: String { "cannot \(operation.rawValue) \(path): \(reason)" }

    /// The system's text for an `errno`, such as "No space left on device".
    package static func text(of errorNumber: Int32) -> String {
        // The text of a known number is constant; that of another belongs to the calling thread (strerror(3)).
        unsafe strerror(errorNumber).map { unsafe String(cString: $0) } ?? "error \(errorNumber)"
    }
}

extension FileError.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let number): FileError.text(of: number)
        case .notADirectory: "Not a directory"
        case .notARegularFile: "Not a regular file"
        case .zeroByteInPath: "The name holds a zero byte"
        case .exists: "There is a file already"
        case .missing: "The file is gone"
        case .processIsEnding: "The program is ending"
        }
    }
}

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
