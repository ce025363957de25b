/// One of the three streams that a process is born with.
enum StandardStream: Int32, Sendable {
    case input = 0
    case output = 1
    case error = 2

    /// The file descriptor's number.
    var descriptor: Int32 { rawValue }
}
