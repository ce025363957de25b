import SupplierGoKit

/// Stores the edits that are made in the browser, and undoes them; the results come as events.
struct BrowserEdits: Sendable {
    /// The changes of one key, each with the supplier's edit before and after it.
    private typealias Stored = [(change: SupplierChange, before: SupplierEdits.Edit?, after: SupplierEdits.Edit?)]

    let session: Session

    /// The store of edits; `nil` if they are not applied.
    let store: EditStore?
    let mailbox: Mailbox

    /// Shows the edits of the catalog; the changes are those that were made just now.
    let show: @Sendable (SupplierEdits, [SupplierChange]) -> Void

    /// The changes that can be undone.
    private let undoable = Lock([Stored]())

    /// Stores changes, all or none. If several are of one supplier, the first counts.
    func store(_ changes: [SupplierChange]) async {
        await reporting { store in
            var changes = changes.uniqued(on: \.id)
            for index in changes.indices where !changes[index].values.isEmpty {
                changes[index] = try await changes[index].checked(in: session, store)
            }
            let (stored, edits) = try await store.update(of: session.loader.location) { [changes] edits in
                let stored: Stored = try changes.map { change in
                    let (before, after) = try change.apply(to: &edits)
                    return (change, before, after)
                }
                return (stored, edits)
            }
            if stored.contains(where: { $0.before != $0.after }) { undoable.withLock { $0.append(stored) } }
            show(edits, changes)
            if let first = changes.first { mailbox.post(Self.success(of: first, among: changes)) }
        } refused: { faults in
            if let first = changes.first { mailbox.post(.editRefused(first.id, faults)) }
        }
    }

    private static func success(of change: SupplierChange, among changes: [SupplierChange]) -> BrowserEvent {
        switch change.kind {
        case .edit, .add: .editKept(change.id)
        case .hide: .done("hid \(phrase(for: changes.map(\.id.rawValue))); u undoes this")
        case .takeCatalogs, .keepOwn: .done(change.settlement + "; u undoes this")
        }
    }

    /// Undoes what was last edited here.
    func undo() async {
        guard let last = undoable.withLock({ $0.popLast() }) else {
            return mailbox.post(.done("nothing to undo in this session; 'suppliergo revert' undoes earlier edits"))
        }
        await reporting { store in
            let edits: SupplierEdits
            do {
                edits = try await store.update(of: session.loader.location) { edits in
                    for (change, before, after) in last {
                        guard edits[change.id] == after else {
                            throw Failure(.noMatch, "the supplier '\(change.id)' was edited elsewhere since")
                        }
                        edits[change.id] = before
                    }
                    return edits
                }
            } catch {
                // It was not stored, and can be tried again.
                if !(error is Failure) { undoable.withLock { $0.append(last) } }
                throw error
            }
            show(edits, last.map(\.change))
            // The id of one that was added was never shown.
            let names = last.map { change, before, after in
                let added = change.original == nil ? (after ?? before)?.applied(to: nil).fullname : nil
                return added ?? change.id.rawValue
            }
            mailbox.post(.done("undid the edit of \(Self.phrase(for: names))"))
        }
    }

    private static func phrase(for names: [String]) -> String {
        names.count == 1 ? "'\(names[0])'" : Count.formatted(names.count, "supplier")
    }

    private func reporting(
        _ work: (EditStore) async throws -> Void, refused: ([SupplierEdits.Edit.FieldError]) -> Void = { _ in }
    ) async {
        do {
            guard let store else {
                throw Failure(
                    .usage, "the catalog is shown without edits: leave '\(Options.noEdits.spelling)' out to edit it")
            }
            try await work(store)
        } catch SupplierEdits.Edit.Error.fields(let faults) {
            refused(faults)
        } catch SupplierEdits.Edit.Error.removed(let id) {
            // It was hidden here a moment ago, and has not gone from the screen yet.
            mailbox.post(.failed(Failure(.noMatch, "the supplier '\(id)' is hidden; u undoes this")))
        } catch {
            if let failure = Failure(error) { mailbox.post(.failed(failure)) }
        }
    }
}
