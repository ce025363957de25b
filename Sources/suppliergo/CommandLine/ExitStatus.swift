/// The exit status; the numbers are those of `sysexits.h` if it has one.
enum ExitStatus: Int32, CaseIterable, Sendable {
    case done = 0

    /// Nothing matched, several did when one was needed, or nothing has changed.
    case noMatch = 1

    /// Records were skipped, or avatars failed.
    case partlyDone = 3

    /// The command line is wrong.
    case usage = 64

    /// The catalog is not valid.
    case badData = 65

    /// The catalog's file cannot be read.
    case noInput = 66

    /// The catalog's server did not serve it.
    case unavailable = 69

    /// Standard output, the cache or the store could not be written.
    case inputOutput = 74

    /// The catalog's server refused access.
    case noPermission = 77

    /// The environment is unusable.
    case configuration = 78

    /// The user pressed Ctrl-C, or left `browse --print` without a choice.
    case interrupted = 130

    /// The meaning for help and the manual page.
    var meaning: String {
        switch self {
        case .done: "Success."
        case .noMatch: "Nothing matched, several suppliers did when one was needed, or nothing has changed."
        case .partlyDone: "Partly done: records were skipped, or avatars failed."
        case .usage: "The command line is wrong."
        case .badData:
            """
            The catalog is not valid: malformed, cut short, or with a bad record under '--strict'; or an editor's text \
            was abandoned.
            """
        case .noInput: "The catalog's file does not exist or cannot be read."
        case .unavailable:
            "The catalog's server could not be reached or returned an error, and there is no snapshot."
        case .inputOutput: "Standard output, the cache, the store or your edits could not be written."
        case .noPermission: "The catalog's server refused access."
        case .configuration: "An environment variable, or the settings file, is unusable."
        case .interrupted: EndingSignal.interrupt.meaning
        }
    }

    /// Every exit status with its meaning.
    static let meanings: [(number: Int32, meaning: String)] =
        allCases.filter { $0 != .interrupted }.map { ($0.rawValue, $0.meaning) }
        + EndingSignal.allCases.sorted { $0.exitStatus < $1.exitStatus }.map { ($0.exitStatus, $0.meaning) }
}
