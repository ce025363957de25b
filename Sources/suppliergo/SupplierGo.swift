import CSystem
import FoundationEssentials
import Glibc
import SupplierGoKit

/// The process's entry point: SwiftPM links a function of this name as `main`.
@c(suppliergo_main)
func suppliergoMain(argumentCount: Int32, addressOfArguments: Int) -> Int32 {
    SupplierGo.main(ProcessArguments(count: argumentCount, at: addressOfArguments))
}

/// The program.
enum SupplierGo {
    /// Carries out the command line, and ends the process with its status.
    static func main(_ arguments: ProcessArguments) -> Never {
        // libcurl allocates 100 KiB for each transfer and frees them with it: the system would take them back each
        // time, and give them again page by page. The allocator keeps 2 MiB at the end of each of its areas, and puts
        // blocks of up to 1 MiB into them (`mallopt(3)`). Swift does not import the macros of these names.
        let (trimThreshold, mmapThreshold): (Int32, Int32) = (-1, -3)
        _ = mallopt(trimThreshold, 2 << 20)
        _ = mallopt(mmapThreshold, 1 << 20)
        StandardStream.occupyClosed()
        // A closed reader is an error of `write(2)`.
        signal(SIGPIPE, SIG_IGN)
        let (words, environment) = (arguments.words, Environment())
        LocaleConventions(environment).adopt()
        do throws(UsageError) {
            let word = arguments.unreadable.map { "the word '\($0)'" }
            if let unreadable = word ?? environment.unreadable {
                let status = word == nil ? ExitStatus.configuration : .usage
                throw UsageError(unreadable + " is not valid UTF-8", see: nil, status: status)
            }
            let isOnTerminal = StandardStream.output.isTerminal && TerminalSession.isAvailable
            let invocation = try Invocation(
                words, of: .suppliergo, in: environment,
                opening: isOnTerminal ? (BrowseCommand.self, \.hasCatalog) : nil
            ) { () throws(UsageError) in
                try SettingsFile.read(in: environment, of: .suppliergo)
            }
            let console = Console(color: invocation.color, verbosity: invocation.verbosity, environment: environment)
            run(invocation.command, on: console, signals: Signals())
        } catch {
            let console = Console(color: Invocation.color(in: words, of: .suppliergo), environment: environment)
            if error.showsHelp, let topic = error.topic {
                let help = HelpText(topic, of: .suppliergo, width: console.errorTraits.width)
                console.errors.writeLine(topic == .program ? help.firstSteps : help.description)
            }
            exit(end(with: error, on: console).rawValue)
        }
    }

    /// The first thing that a run needs and the process lacks; `nil` if it has everything.
    private static var lack: String? {
        // Otherwise Dispatch ends the process without a word.
        if !Descriptor.areFree(8) { return "the process may open too few files: allow more with 'ulimit -n 64'" }
        // Once a second Dispatch reads the states of its threads there, and ends the process if it cannot.
        let id = getpid()
        guard FileManager.default.fileExists(atPath: "/proc/\(id)/task/\(id)/stat") else {
            return "/proc cannot be read: mount it with 'mount -t proc proc /proc'"
        }
        return nil
    }

    /// Runs a command until it ends, or a signal ends it, and then ends the process.
    ///
    /// The main thread waits for signals meanwhile; tasks run on others. At the end the libraries are not asked to
    /// clean up, since a thread may still be in one of them.
    private static func run(_ command: any Command, on console: Console, signals: Signals) -> Never {
        if let lack { _exit(end(with: Failure(.inputOutput, lack), on: console).rawValue) }
        let work = Task {
            let status: ExitStatus
            do {
                status = try await command.run(on: console)
            } catch {
                status = Signals.hasArrived ? .done : end(with: error, on: console)
            }
            let signal = Signals.hasArrived ? signals.received : nil
            if signal != nil { EditorSession.nameDraft(on: console) }
            DiskCache.removeTemporaryFiles()
            ProgramReader.endAll()
            _exit(signal?.exitStatus ?? status.rawValue)
        }
        signals.wait(
            ignoring: { $0 == .interrupt && EditorSession.hasKeyboard },
            begin: { _ in work.cancel() },
            finish: { signal in
                ForegroundProgram.endRunning(by: signal)
                console.errors.eraseProgress()
                TerminalMode.restore()
                EditorSession.nameDraft(on: console)
                DiskCache.removeTemporaryFiles()
                ProgramReader.endAll()
                _exit(signal.exitStatus)
            })
    }

    /// Prints an error and returns its status; a reader that has seen enough is none.
    private static func end(with error: any Error, on console: Console) -> ExitStatus {
        guard let failure = Failure(error) else { return .done }
        console.report(failure)
        return failure.status
    }
}
