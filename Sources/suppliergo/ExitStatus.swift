/// What the process ends with; the numbers are those of `sysexits.h` where it has one.
enum ExitStatus: Int32, Sendable {
    /// All that was asked for was done.
    case done = 0

    /// Nothing matched, or several did where one was asked for.
    case noMatch = 1

    /// Records were skipped, or avatars failed.
    case partlyDone = 3

    /// The command line is wrong.
    case usage = 64

    /// The catalog is no catalog.
    case badData = 65

    /// The catalog's file cannot be read.
    case noInput = 66

    /// The catalog's server did not serve it.
    case unavailable = 69

    /// Standard output or the cache could not be written.
    case inputOutput = 74

    /// The catalog's server refused access.
    case noPermission = 77

    /// The environment is unusable.
    case configuration = 78
}
