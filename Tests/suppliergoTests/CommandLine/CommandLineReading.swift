import Testing

@testable import suppliergo

/// Reads a command line in surroundings that a test makes up.
func invocation(
    _ line: String, environment: [String: String] = ["HOME": "/home/ann"], directory: String = "/there"
) throws(ArgumentError) -> Invocation {
    try Invocation(
        line.split(separator: " ").map(String.init), in: Surroundings(environment: environment, directory: directory))
}

/// The one line that a command line fails with, and its status.
func argumentFailure(of line: String, environment: [String: String] = ["HOME": "/home/ann"]) -> Failure? {
    do throws(ArgumentError) {
        _ = try suppliergoTests.invocation(line, environment: environment)
        return nil
    } catch {
        return Failure(error)
    }
}

extension Invocation {
    /// What `list` was told.
    var list: ListArguments? { if case .list(let arguments) = self { arguments } else { nil } }

    /// What `show` was told.
    var show: ShowArguments? { if case .show(let arguments) = self { arguments } else { nil } }

    /// What `fetch` was told.
    var fetch: FetchArguments? { if case .fetch(let arguments) = self { arguments } else { nil } }
}
