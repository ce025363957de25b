import Testing

@testable import suppliergo

/// Reads a command line in an environment that a test makes up.
func invocation(
    _ line: String, environment: [String: String] = ["HOME": "/home/ann"], directory: String = "/there"
) throws(UsageError) -> Invocation {
    try Invocation(
        line.split(separator: " ").map(String.init), of: .suppliergo,
        in: Environment(variables: environment, directory: directory))
}

/// The one line that a command line fails with, and its status.
func argumentFailure(of line: String, environment: [String: String] = ["HOME": "/home/ann"]) -> Failure? {
    do throws(UsageError) {
        _ = try suppliergoTests.invocation(line, environment: environment)
        return nil
    } catch {
        return Failure(error)
    }
}

extension Invocation {
    /// The command, if it is `list`.
    var list: ListCommand? { command as? ListCommand }

    /// The command, if it is `show`.
    var show: ShowCommand? { command as? ShowCommand }

    /// The command, if it is `fetch`.
    var fetch: FetchCommand? { command as? FetchCommand }
}
