import FoundationEssentials
import SupplierGoKit

/// Keeps what is edited in the browser, and takes it back; the results come as events.
final class BrowserEdits: Sendable {
    /// An edit that can be taken back.
    private struct Kept {
        let id: Supplier.ID
        let row: Row
        let original: Supplier?

        /// The supplier's edit before this one, and after.
        let before: SupplierEdit?, after: SupplierEdit?
    }

    private let session: Session

    /// Where edits are kept; `nil` if they are not applied.
    private let store: EditStore?
    private let mailbox: Mailbox

    /// Takes the edits of the catalog, and those of one supplier, to show them.
    private let show: @Sendable (SupplierEdits, EditedRow) -> Void
    private let kept = Lock<[Kept]>([])

    /// Creates it before the first edit.
    init(
        of session: Session, in store: EditStore?, into mailbox: Mailbox,
        show: @escaping @Sendable (SupplierEdits, EditedRow) -> Void
    ) {
        self.session = session
        self.store = store
        self.mailbox = mailbox
        self.show = show
    }

    /// Keeps an edit.
    func keep(_ edit: SupplierForm.Edit) async {
        await reporting { store in
            let proposed = SupplierChange(session: session, store: store, id: edit.id, original: edit.original)
            let values = try await proposed.checked(edit.values)
            try await change(edit.id, in: edit.row, edit.original, in: store) { try proposed.apply(values, to: &$0) }
            mailbox.post(.editKept(edit.id))
        } refused: { faults in
            mailbox.post(.editRefused(edit.id, faults))
        }
    }

    /// Takes the last edit back that was made here.
    func undo() async {
        guard let last = kept.withLock({ $0.popLast() }) else {
            return mailbox.post(.done("nothing was edited here: 'suppliergo revert' takes earlier edits back"))
        }
        await reporting { store in
            try await change(last.id, in: last.row, last.original, in: store, isUndone: true) { edits in
                guard edits[last.id] == last.after else {
                    throw Failure(.noMatch, "the supplier '\(last.id)' was edited elsewhere since")
                }
                edits[last.id] = last.before
            }
            mailbox.post(.done("took back the edit of '\(last.id)'"))
        }
    }

    private func change(
        _ id: Supplier.ID, in row: Row, _ original: Supplier?, in store: EditStore, isUndone: Bool = false,
        _ change: @escaping @Sendable (inout SupplierEdits) throws -> Void
    ) async throws {
        let (before, edits) = try await store.update(of: session.loader.location) { edits in
            let before = edits[id]
            try change(&edits)
            return (before, edits)
        }
        let edit = edits[id]
        if !isUndone, edit != before {
            let made = Kept(id: id, row: row, original: original, before: before, after: edit)
            kept.withLock { $0.append(made) }
        }
        show(edits, EditedRow(id: id, row: row, edited: edit?.applied(to: original), original: original))
    }

    private func reporting(
        _ work: (EditStore) async throws -> Void, refused: ([SupplierEdit.FieldError]) -> Void = { _ in }
    ) async {
        do {
            guard let store else {
                throw Failure(
                    .usage, "the catalog is shown as it is: leave '\(Options.noEdits.spelling)' out to edit it")
            }
            try await work(store)
        } catch SupplierEdit.Error.fields(let faults) {
            refused(faults)
        } catch {
            if let failure = Failure(error) { mailbox.post(.failed(failure, losesWork: true)) }
        }
    }
}

/// A supplier whose edit has changed, and its row.
struct EditedRow: Sendable {
    /// The supplier's id.
    let id: Supplier.ID

    /// The row that it was in when it was edited.
    let row: Row

    /// The edit; `nil` if the supplier is not edited any more.
    let edited: EditedSupplier?

    /// The supplier as the catalog has it; `nil` if it was added.
    let original: Supplier?
}
