import FoundationEssentials
import SupplierGoKit

/// Keeps what is edited in the browser, and takes it back; the results come as events.
struct BrowserEdits: Sendable {
    /// An edit that can be undone.
    private struct Kept {
        let target: EditedTarget

        /// The supplier's edit before this one, and after.
        let before: SupplierEdits.Edit?, after: SupplierEdits.Edit?

        /// The supplier's id or, if it was added, its full name: that id was never shown.
        var name: String {
            let edit = target.original == nil ? after ?? before : nil
            return edit?.applied(to: nil).fullname ?? target.id.rawValue
        }
    }

    let session: Session

    /// The store of the edits; `nil` if they are not applied.
    let store: EditStore?
    let mailbox: Mailbox

    /// Takes the edits of the catalog, and those that have changed, to show them.
    let show: @Sendable (SupplierEdits, [EditedRow]) -> Void

    /// The edits that can be undone; those of one key together.
    private let kept = Lock<[[Kept]]>([])

    /// Keeps an edit.
    func keep(_ edit: SupplierForm.Edit) async {
        await reporting { store in
            let (id, original) = (edit.target.id, edit.target.original)
            let proposed = SupplierChange(
                session: session, store: store, id: id, original: original, isNew: edit.isNew)
            let values = try await proposed.checked(edit.values)
            try await change([edit.target], in: store) { edits, _ in try proposed.apply(values, to: &edits) }
            mailbox.post(.editKept(id))
        } refused: { faults in
            mailbox.post(.editRefused(edit.target.id, faults))
        }
    }

    /// Hides suppliers; of several with one id, all at once.
    func hide(_ targets: [EditedTarget]) async {
        await reporting { store in
            let now = Timestamp(.now)
            let targets = targets.uniqued(on: \.id)
            try await change(targets, in: store) { edits, index in
                let target = targets[index]
                // The key may be pressed again before the row has gone.
                guard edits[target.id]?.kind != .removed else { return }
                try edits.remove(target.id, original: target.original, at: now)
            }
            mailbox.post(.done("hid \(Self.phrase(for: targets.map(\.id.rawValue))); u takes it back"))
        }
    }

    /// Settles the conflicts of a supplier's edit.
    func settle(_ target: EditedTarget, _ takesCatalogs: Bool) async {
        await reporting { store in
            try await change([target], in: store) { edits, _ in
                guard let edited = edits[target.id]?.applied(to: target.original) else { return }
                if takesCatalogs { edits.takeCatalogs(of: edited) } else { edits.keepOwn(of: edited) }
            }
            let whose = takesCatalogs ? "took the catalog's values" : "kept your values"
            mailbox.post(.done("\(whose) of '\(target.id)'; u takes it back"))
        }
    }

    /// Undoes what was last edited here.
    func undo() async {
        guard let last = kept.withLock({ $0.popLast() }) else {
            return mailbox.post(.done("nothing was edited here: 'suppliergo revert' takes earlier edits back"))
        }
        await reporting { store in
            do {
                try await change(last.map(\.target), in: store, isUndone: true) { edits, index in
                    guard edits[last[index].target.id] == last[index].after else {
                        throw Failure(.noMatch, "the supplier '\(last[index].target.id)' was edited elsewhere since")
                    }
                    edits[last[index].target.id] = last[index].before
                }
            } catch {
                // It was not stored, and can be tried again.
                if !(error is Failure) { kept.withLock { $0.append(last) } }
                throw error
            }
            mailbox.post(.done("took back the edit of \(Self.phrase(for: last.map(\.name)))"))
        }
    }

    private static func phrase(for names: [String]) -> String {
        names.count == 1 ? "'\(names[0])'" : Count.formatted(names.count, "supplier")
    }

    /// Changes the edits of suppliers, all or none.
    ///
    /// - Parameter change: changes the edit of the supplier with an index.
    private func change(
        _ targets: [EditedTarget], in store: EditStore, isUndone: Bool = false,
        _ change: @escaping @Sendable (inout SupplierEdits, Int) throws -> Void
    ) async throws {
        let (before, edits) = try await store.update(of: session.loader.location) { edits in
            let before = targets.map { edits[$0.id] }
            for index in targets.indices { try change(&edits, index) }
            return (before, edits)
        }
        let made = zip(targets, before).map { Kept(target: $0, before: $1, after: edits[$0.id]) }
        if !isUndone, made.contains(where: { $0.before != $0.after }) { kept.withLock { $0.append(made) } }
        show(edits, targets.map { EditedRow(target: $0, edited: edits[$0.id]?.applied(to: $0.original)) })
    }

    private func reporting(
        _ work: (EditStore) async throws -> Void, refused: ([SupplierEdits.Edit.FieldError]) -> Void = { _ in }
    ) async {
        do {
            guard let store else {
                throw Failure(
                    .usage, "the catalog is shown as it is: leave '\(Options.noEdits.spelling)' out to edit it")
            }
            try await work(store)
        } catch SupplierEdits.Edit.Error.fields(let faults) {
            refused(faults)
        } catch SupplierEdits.Edit.Error.removed(let id) {
            // It was hidden here a moment ago, and has not gone from the screen yet.
            mailbox.post(.failed(Failure(.noMatch, "the supplier '\(id)' is hidden: u takes it back")))
        } catch {
            if let failure = Failure(error) { mailbox.post(.failed(failure, losesWork: true)) }
        }
    }
}

/// A supplier to edit.
struct EditedTarget: Sendable, Hashable {
    /// The supplier's id.
    let id: Supplier.ID

    /// The supplier's row in the table that was shown.
    let row: Row

    /// The supplier as the catalog has it; `nil` if it was added.
    let original: Supplier?
}

/// A supplier whose edit has changed.
struct EditedRow: Sendable {
    /// The supplier.
    let target: EditedTarget

    /// The edit; `nil` if the supplier is not edited any more.
    let edited: SupplierEdits.Applied?

    /// The supplier to show; `nil` if it is hidden.
    var supplier: Supplier? { edited.map(\.supplier) ?? target.original }
}
