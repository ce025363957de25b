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
        let environment = Environment(
            variables: ProcessInfo.processInfo.environment, directory: FileManager.default.currentDirectoryPath)
        LocaleConventions(environment).adopt()
        let words = Array(CommandLine.arguments.dropFirst())
        do throws(UsageError) {
            let invocation = try Invocation(words, in: environment) {
                () throws(UsageError) in try SettingsFile.read(in: environment)
            }
            let console = Console(
                color: invocation.color, verbosity: invocation.verbosity, environment: environment)
            if let command = invocation.command as? any TextCommand, command.fits(console) {
                print(command, on: console)
            }
            run(invocation.command, on: console, signals: Signals())
        } catch {
            let console = Console(color: Invocation.color(in: words), environment: environment)
            if error.showsHelp, let topic = error.topic {
                console.errors.writeLine(HelpText(topic, width: console.errorTraits.width).description)
            }
            exit(end(with: error, on: console).rawValue)
        }
    }

    /// Prints a command's text, and ends the process.
    ///
    /// It takes no task and no second thread, and the libraries, of which none was used, are not asked to clean up: that
    /// would take longer than all the rest.
    private static func print(_ command: any TextCommand, on console: Console) -> Never {
        do {
            try command.write(on: console)
            _exit(ExitStatus.done.rawValue)
        } catch {
            _exit(end(with: error, on: console).rawValue)
        }
    }

    /// Runs a command until it ends, or a signal ends it, and then ends the process.
    ///
    /// The main thread waits for signals meanwhile; tasks run on others. At the end the libraries are not asked to clean up,
    /// since a thread may still be in one of them.
    private static func run(_ command: any Command, on console: Console, signals: Signals) -> Never {
        let work = Task {
            let status: ExitStatus
            do {
                status = try await command.run(on: console)
            } catch {
                status = signals.received == nil ? end(with: error, on: console) : .done
            }
            if signals.received != nil { EditorSession.nameDraft(on: console) }
            DiskCache.removeTemporaryFiles()
            _exit(signals.received?.exitStatus ?? status.rawValue)
        }
        signals.wait(
            ignoring: { $0 == .interrupt && Editor.hasKeyboard },
            begin: { _ in work.cancel() },
            finish: { signal in
                ForegroundProgram.endRunning(by: signal)
                console.errors.eraseProgress()
                TerminalMode.restore()
                EditorSession.nameDraft(on: console)
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
