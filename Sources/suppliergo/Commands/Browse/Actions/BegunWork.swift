import SupplierGoKit

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
    ///   - name: what it is, in words.
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
