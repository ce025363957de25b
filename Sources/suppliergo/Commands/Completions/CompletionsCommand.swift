import FoundationEssentials
import Glibc
import SupplierGoKit

/// `suppliergo completions [SHELL]`: prints a shell's completions, or writes them to the file that the shell reads.
struct CompletionsCommand: Command {
    static let description = CommandDescription(
        name: "completions", overview: "Print or install a shell's completions.",
        discussion: """
            They complete commands, options, values, named catalogs, and suppliers from the catalog's last snapshot, \
            without using the network.
            """,
        argument: .init(
            name: "shell",
            meaning: """
                The shell: \(shells.joined(separator: ", ")). Default: the one in $SHELL with \
                '\(Options.install.spelling)'; otherwise all are listed, with their files.
                """,
            isRequired: false, completion: .choices(shells), isSingle: true),
        options: [Options.install.row],
        examples: [
            ("suppliergo completions bash --install", "for bash, into the file it reads"),
            ("suppliergo completions zsh > _suppliergo", "into a file of your choice"),
        ],
        readsSettings: false)

    private static let shells = CompletionShell.allCases.map(\.rawValue)

    /// The shell, or `nil` if none is named.
    private let shell: CompletionShell?

    /// The file to write; `nil` to print.
    private let path: String?

    init(_ arguments: Arguments) throws(UsageError) {
        let installs = try arguments[Options.install]
        let environment = arguments.environment
        let variable = environment[.shell].flatMap { $0.split(separator: "/").last }.map(String.init)
        guard let name = arguments.words.first ?? (installs ? variable : nil) else {
            guard !installs else { throw .badVariable(.shell, "is not set: name a shell") }
            (shell, path) = (nil, nil)
            return
        }
        guard let shell = CompletionShell(rawValue: name) else {
            guard !arguments.words.isEmpty else {
                throw .badVariable(
                    .shell, "names the shell '\(name)', which is not one of " + Self.shells.joined(separator: ", "))
            }
            throw Self.description.misuse(
                "the argument '\(name)' is not one of " + Self.shells.joined(separator: ", "),
                nearest: NearestWord.to(name, among: Self.shells))
        }
        self.shell = shell
        path = installs ? shell.path(in: environment) : nil
        guard !installs || path != nil else { throw .badVariable(.home, "does not name a directory to write to") }
    }

    func run(on console: Console) throws -> ExitStatus {
        if let shell, let path {
            try Self.write(shell.script, to: path)
            console.inform("the completions are in \(path). \(shell.need(for: path, in: console.environment))")
        } else {
            try console.print(shell?.script ?? Self.places(in: console.environment))
        }
        return .done
    }

    private static func places(in environment: Environment) -> String {
        let fields = CompletionShell.allCases.map { shell in
            FieldTable.Field("  " + shell.rawValue, (shell.path(in: environment) ?? "").visibleText)
        }
        return """
            Completions belong in these files:
            \(FieldTable(fields: fields).text)
            'suppliergo completions --install' writes the one of your shell,
            'suppliergo completions SHELL' prints the one of another.

            """
    }

    private static func write(_ script: String, to path: String) throws(Failure) {
        let file = URL(filePath: path, directoryHint: .notDirectory)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(script.utf8).write(to: file, options: .atomic)
        } catch {
            let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code
            let reason = code.map { FileError.text(of: $0.rawValue) } ?? String(describing: error)
            throw Failure(.inputOutput, "the file '\(path)' cannot be written: \(reason)")
        }
    }
}

extension Options {
    static let install = Option(
        .output, flag: "install", "Write the completions to the file the shell reads.")
}
