import Glibc

/// The system's own words for an `errno`.
enum SystemError {
    /// The text of an `errno`, as `strerror(3)` gives it, such as "No space left on device".
    static func text(of errorNumber: Int32) -> String {
        // The text is constant or the thread's own, and is copied before another call.
        guard let text = unsafe strerror(errorNumber) else { return "error \(errorNumber)" }
        return unsafe String(cString: text)
    }
}
