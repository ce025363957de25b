import FoundationEssentials
import Glibc
import SupplierGoKit

/// The program.
@main
struct SupplierGo {
    /// The version, as `--version` prints it.
    static let version = "0.1.0"

    /// The version's date, as manual pages give it.
    static let date = "November 21, 2026"

    /// Carries out the command line, and ends the process with its status.
    static func main() {
        StandardStream.occupyClosed()
        Signals.ignoreClosedReaders()
        let environment = ProcessInfo.processInfo.environment
        let surroundings = Surroundings(
            environment: environment, directory: FileManager.default.currentDirectoryPath)
        do throws(ArgumentError) {
            let invocation = try Invocation(Array(CommandLine.arguments.dropFirst()), in: surroundings) {
                () throws(ArgumentError) in try SettingsFile.read(in: surroundings)
            }
            let width = TerminalTraits.of(.output, environment: environment).width
            if let text = invocation.text(width: width) { write(text, environment: environment) }
            run(invocation, environment: environment, signals: Signals())
        } catch {
            let console = Console(environment: environment)
            if case .missingCommand(let group) = error {
                let topic = group.map(HelpTopic.group) ?? .program
                console.errors.writeLine(HelpText(topic, width: console.errorTraits.width).description)
            }
            exit(end(with: error, on: console).rawValue)
        }
    }

    /// Prints a text, and ends the process.
    ///
    /// It takes no task and no second thread, and the libraries, of which none was used, are not asked to clean up: that
    /// would take longer than all the rest.
    private static func write(_ text: String, environment: [String: String]) -> Never {
        let console = Console(environment: environment)
        do {
            try console.output.write(text)
            try console.output.flush()
            _exit(ExitStatus.done.rawValue)
        } catch {
            _exit(end(with: error, on: console).rawValue)
        }
    }

    /// Runs a command until it ends, or a signal ends it, and then ends the process.
    ///
    /// The main thread waits for signals meanwhile; tasks run on others. At the end the libraries are not asked to clean up,
    /// since a thread may still be in one of them.
    private static func run(_ invocation: Invocation, environment: [String: String], signals: Signals) -> Never {
        let common = invocation.common
        let console = Console(
            color: common?.color ?? .auto, verbosity: common?.verbosity ?? .normal, environment: environment)
        let work = Task {
            let status: ExitStatus
            do {
                status = try await invocation.run(on: console, environment: environment)
            } catch {
                status = signals.received == nil ? end(with: error, on: console) : .done
            }
            DiskCache.removeTemporaryFiles()
            _exit(signals.received?.exitStatus ?? status.rawValue)
        }
        signals.wait(
            begin: { _ in work.cancel() },
            finish: { signal in
                Pager.endRunning(by: signal)
                console.errors.eraseProgress()
                TerminalMode.restore()
                DiskCache.removeTemporaryFiles()
                _exit(signal.exitStatus)
            })
    }

    /// Says what an error is, where it is one; a reader that has seen enough is none.
    private static func end(with error: any Error, on console: Console) -> ExitStatus {
        guard let failure = Failure(error) else { return .done }
        console.report(failure)
        return failure.status
    }
}
