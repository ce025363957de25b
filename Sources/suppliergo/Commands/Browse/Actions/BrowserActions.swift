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
