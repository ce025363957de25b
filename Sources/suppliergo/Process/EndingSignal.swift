internal import Glibc

/// A signal that asks the process to end.
enum EndingSignal: CaseIterable, Sendable {
    /// Someone pressed Ctrl-C.
    case interrupt

    /// Another program asks.
    case terminate

    /// The terminal is gone.
    case hangUp

    /// The signal's number.
    var number: Int32 {
        switch self {
        case .interrupt: SIGINT
        case .terminate: SIGTERM
        case .hangUp: SIGHUP
        }
    }

    /// The status a shell would show for a process that the signal ended: 130, 143, 129.
    var exitStatus: Int32 { 128 + number }

    /// What happened, as help and the manual page say it.
    var meaning: String {
        switch self {
        case .interrupt: "It was interrupted (SIGINT), and has cleaned up."
        case .terminate: "It was asked to end (SIGTERM), and has cleaned up."
        case .hangUp: "Its terminal went away (SIGHUP), and it has cleaned up."
        }
    }

    /// The signal of a number.
    init?(number: Int32) {
        guard let signal = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = signal
    }
}
