import FoundationEssentials
import Glibc
import SupplierGoKit

/// The program.
@main
struct SupplierGo {
    /// The version, as `--version` prints it.
    static let version = "0.1.0"

    /// Carries out the command line, and ends the process with its status.
    static func main() async {
        let signals = Signals()
        let environment = ProcessInfo.processInfo.environment
        let surroundings = Surroundings(
            environment: environment, directory: FileManager.default.currentDirectoryPath)
        do throws(ArgumentError) {
            let invocation = try Invocation(Array(CommandLine.arguments.dropFirst()), in: surroundings)
            exit(await run(invocation, environment: environment, signals: signals))
        } catch {
            let console = Console(environment: environment)
            if case .missingCommand(let group) = error {
                console.errors.writeLine(HelpText(group.map(HelpTopic.group) ?? .program).description)
            }
            exit(end(with: error, on: console).rawValue)
        }
    }

    /// Runs a command until it ends, or a signal ends it.
    ///
    /// - Returns: what the process ends with.
    private static func run(_ invocation: Invocation, environment: [String: String], signals: Signals) async -> Int32 {
        let common = invocation.common
        let console = Console(
            color: common?.color ?? .auto, verbosity: common?.verbosity ?? .normal, environment: environment)
        let work = Task { try await invocation.run(on: console, environment: environment) }
        signals.watch(
            begin: { _ in work.cancel() },
            finish: { signal in
                console.errors.eraseProgress()
                DiskCache.removeTemporaryFiles()
                _exit(signal.exitStatus)
            })
        do {
            let status = try await work.value
            return signals.received?.exitStatus ?? status.rawValue
        } catch {
            return signals.received?.exitStatus ?? end(with: error, on: console).rawValue
        }
    }

    /// Says what an error is, where it is one; a reader that has seen enough is none.
    private static func end(with error: any Error, on console: Console) -> ExitStatus {
        guard let failure = Failure(error) else { return .done }
        console.report(failure)
        return failure.status
    }
}
