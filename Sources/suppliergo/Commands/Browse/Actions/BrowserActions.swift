import FoundationEssentials
import SupplierGoKit

/// Performs the actions that `BrowserState+Actions` decides on, beside the browser's loop; results come as events.
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

    /// Opens a message to several suppliers, whose number `BrowserState.write()` limits.
    func openMessage(to suppliers: [Supplier]) {
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

    /// Puts a text into the terminal's clipboard (xterm's OSC 52): the user's own through ssh as well. A terminal does
    /// not answer, and may be set to refuse.
    func copy(_ text: String) {
        var bytes = Array("\u{1b}]52;c;".utf8)
        bytes.append(base64: Array(text.utf8))
        terminal.write(bytes + [0x07])
        let count = text.split(separator: "\n", omittingEmptySubsequences: false).count
        mailbox.post(.done("copied \(count > 1 ? Count.formatted(count, "line") : text)"))
    }

    /// Writes suppliers to a file.
    func export(_ export: Export) {
        let begin = export.format.embedsAvatars ? "exporting, with avatars" : "exporting"
        mailbox.post(.done("\(begin)..."))
        work.begin("the export to '\(export.path)'", isEdit: false) {
            await report({ .exportFailed(export, $0) }) {
                guard try await writeFile(of: export) else { return .fileExists(export) }
                let count = Count.formatted(export.rows.count, "supplier")
                return .done("exported \(count) to \(export.path.visibleText)")
            }
        }
    }

    /// Writes suppliers to a file in a format for programs or address books; avatars that the format holds are fetched.
    ///
    /// A quiet console stays quiet.
    ///
    /// - Returns: true if it was written: `false` if there is a file already that may not be replaced.
    /// - Throws: ``Failure`` if the file cannot be written; `CancellationError`.
    private func writeFile(of export: Export) async throws -> Bool {
        let path = session.console.environment.absolutePath(session.console.environment.replacingTilde(in: export.path))
        do {
            let file = try await UserFile.prepare(at: path, isRegular: true)
            // Before the avatars are fetched: a person waits for the question.
            if !export.overwrites, FileManager.default.fileExists(atPath: path) { return false }
            let output = session.console.writing(to: StandardOutput(descriptor: file.descriptor.rawValue))
            try await Self.print(export, in: session.on(output))
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

    private static func print(_ export: Export, in session: Session) async throws {
        var printer = SupplierPrinter(format: export.format, query: SupplierQuery(""), session: session)
        if export.format.embedsAvatars {
            let suppliers = export.rows.map { export.table.supplier(at: $0) }
            printer.images = try await AvatarImages(of: suppliers, from: nil, in: session)
        }
        try printer.begin(from: export.source)
        try await printer.print(export.rows.map { UInt32($0) }[...], of: export.table)
        try printer.end()
        try session.console.output.flush()
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

/// Exports and edits, which leaving the browser must not lose.
final class BegunWork: Sendable {
    private struct State {
        var count = 0

        /// The work that goes on; a name is in words: `the export to 'out.csv'`.
        var works: [Int: (name: String, task: Task<Void, Never>)] = [:]

        /// The last edit, after which the next one begins.
        var lastEdit: Task<Void, Never>?
    }

    private let state = Lock(State())

    /// Begins some work.
    ///
    /// - Parameters:
    ///   - name: the work in words: `the undo`.
    ///   - isEdit: true if it waits for the edits that were begun before. Default `true`.
    func begin(_ name: String, isEdit: Bool = true, _ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.count += 1
            let number = state.count
            let previous = isEdit ? state.lastEdit : nil
            let task = Task { [self] in
                await previous?.value
                await work()
                self.state.withLock { $0.works[number] = nil }
            }
            if isEdit { state.lastEdit = task }
            state.works[number] = (name, task)
        }
    }

    /// Waits until everything that was begun is done, or given up if the calling task is cancelled. Says which.
    ///
    /// - Parameters:
    ///   - mailbox: has what the work ended with.
    ///   - console: its streams; the terminal is as it was before.
    /// - Throws: ``Failure`` or ``SupplierEdits/Edit/Error`` that the screen has not shown; `CancellationError`.
    func finish(reading mailbox: Mailbox, on console: Console) async throws {
        console.errors.release()
        let works = state.withLock { $0.works.values.sorted { $0.name < $1.name } }
        if !Task.isCancelled {
            for work in works { console.inform("finishing \(work.name)") }
        }
        await withTaskCancellationHandler {
            for work in works { await work.task.value }
        } onCancel: {
            for work in works { work.task.cancel() }
        }
        guard !Task.isCancelled else {
            for work in works { console.warn("\(work.name) was given up") }
            throw CancellationError()
        }
        for event in mailbox.remaining() {
            switch event {
            case .failed(let failure, losesWork: true), .exportFailed(_, let failure): throw failure
            case .fileExists(let export):
                throw Failure(.inputOutput, "nothing was exported: the file '\(export.path)' exists")
            case .editRefused(_, let faults): throw SupplierEdits.Edit.Error.fields(faults)
            default: break
            }
        }
    }
}
