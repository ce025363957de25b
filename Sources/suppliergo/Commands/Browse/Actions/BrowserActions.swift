import FoundationEssentials
import SupplierGoKit

/// Does what keys ask for beside the browser's loop; its result comes as an event.
struct BrowserActions: Sendable {
    let session: Session
    let terminal: TerminalSession
    let mailbox: Mailbox

    /// The exports that go on.
    let work: BegunWork

    /// Opens a supplier's address, number or avatar with the desktop's program.
    func open(_ field: Supplier.Field, of supplier: Supplier) {
        start {
            let (target, omitted) = try await session.target(of: supplier, for: field)
            try await session.open(target)
            return .done((["opened \(target.visibleText)"] + omitted).joined(separator: "; "))
        }
    }

    /// Opens a message to several suppliers.
    func write(to suppliers: [Supplier]) {
        start {
            let message = session.message(to: suppliers, isBlind: true)
            guard let target = message.target else {
                let reason = message.warnings.first ?? "none of the marked suppliers has an e-mail address"
                throw Failure(.noMatch, reason)
            }
            let empty = suppliers.filter { $0.email.trimmed.isEmpty }.map { "'\($0.id)' has no e-mail address" }
            let omitted = empty + message.warnings
            try await session.open(target)
            let count = Count.formatted(message.recipientCount, "marked supplier")
            return .done((["opened a message to \(count)"] + omitted).joined(separator: "; "))
        }
    }

    /// Puts a text into the terminal's clipboard (OSC 52), which does not answer.
    func copy(_ text: String) {
        terminal.write(Clipboard.sequence(for: text))
        let count = text.split(separator: "\n", omittingEmptySubsequences: false).count
        mailbox.post(.done("copied \(count > 1 ? Count.formatted(count, "line") : text)"))
    }

    /// Writes suppliers to a file.
    func export(_ export: Export) {
        let begin = export.format.embedsAvatars ? "exporting, with avatars" : "exporting"
        mailbox.post(.done("\(begin)..."))
        work.begin("the export to '\(export.path)'", isEdit: false) {
            await report({ .exportFailed(export, $0) }) {
                guard try await session.export(export) else { return .fileExists(export) }
                let count = Count.formatted(export.rows.count, "supplier")
                return .done("exported \(count) to \(export.path.visibleText)")
            }
        }
    }

    /// Lets a timer run out after some time.
    func wait(_ time: Duration, for timer: BrowserTimer) {
        start {
            try await Task.sleep(for: time)
            return .expired(timer)
        }
    }

    private func start(_ work: @escaping @Sendable () async throws -> BrowserEvent) {
        Task { await report({ .failed($0) }, work) }
    }

    private func report(
        _ failed: (Failure) -> BrowserEvent, _ work: () async throws -> BrowserEvent
    ) async {
        do {
            mailbox.post(try await work())
        } catch {
            if let failure = Failure(error) { mailbox.post(failed(failure)) }
        }
    }
}

extension Session {
    /// The number of suppliers that are made from rows at once.
    private static let exportBatchSize = 1000

    /// Writes suppliers to a file in a format for programs or address books; avatars that the format holds are fetched.
    ///
    /// A quiet console stays quiet.
    ///
    /// - Returns: true if it was written: `false` if there is a file already that may not be replaced.
    /// - Throws: ``Failure`` if the file cannot be written; `CancellationError`.
    func export(_ export: Export) async throws -> Bool {
        let path = console.environment.absolutePath(console.environment.replacingTilde(in: export.path))
        do {
            let file = try await UserFile.prepare(at: path, isRegular: true)
            // Before the avatars are fetched: a person waits for the question.
            if !export.overwrites, FileManager.default.fileExists(atPath: path) { return false }
            let output = console.writing(to: StandardOutput(descriptor: file.descriptor.rawValue))
            try await on(output).write(export)
            try await file.publish(replacing: export.overwrites, unless: Signals.check)
            return true
        } catch let error as FileError {
            if error.reason == .exists { return false }
            throw Self.failure(export.path, error.reason.description)
        } catch OutputError.failed(let errorNumber) {
            throw Self.failure(export.path, FileError.text(of: errorNumber))
        }
    }

    private static func failure(_ path: String, _ reason: String) -> Failure {
        // The end of the path is enough, so that the reason has room.
        let name = path.count > 24 ? "..." + path.suffix(21) : path
        return Failure(.inputOutput, "'\(name)' cannot be written: \(reason)")
    }

    private func write(_ export: Export) async throws {
        var printer = SupplierPrinter(format: export.format, query: SupplierQuery(""), session: self)
        if export.format.embedsAvatars {
            printer.images = try await loadImages(of: export.rows.map { export.table.supplier(at: $0) }, from: nil)
        }
        try printer.begin(from: export.source)
        var rest = export.rows[...]
        while !rest.isEmpty {
            try await printer.print(rest.prefix(Self.exportBatchSize).map { export.table.supplier(at: $0) })
            rest = rest.dropFirst(Self.exportBatchSize)
        }
        try printer.end()
        try console.output.flush()
    }
}
