import SupplierGoKit

/// Edits that are made in the browser: they are stored, and undone.
extension BrowserActions {
    /// The changes of one key, each with the supplier's edit before and after it.
    typealias StoredChanges = [(change: SupplierChange, before: SupplierEdits.Edit?, after: SupplierEdits.Edit?)]

    /// Stores changes, at least one: all or none. If several are of one supplier, the first counts.
    func store(_ changes: [SupplierChange]) async {
        await edit { store in
            var changes = changes.uniqued(on: \.id)
            do {
                for index in changes.indices where !changes[index].values.isEmpty {
                    changes[index] = try await changes[index].checked(in: session, store)
                }
                let (stored, edits) = try await store.update(of: session.loader.location) { [changes] edits in
                    let stored: StoredChanges = try changes.map { change in
                        let (before, after) = try change.apply(to: &edits)
                        return (change, before, after)
                    }
                    return (stored, edits)
                }
                if stored.contains(where: { $0.before != $0.after }) { undoable.withLock { $0.append(stored) } }
                showEdits(edits, changes)
                return Self.success(of: changes)
            } catch SupplierEdits.Edit.Error.fields(let faults) {
                return .editRefused(changes[0].id, faults)
            } catch SupplierEdits.Edit.Error.removed(let id) {
                // It was hidden here a moment ago, and has not gone from the screen yet.
                throw Failure(.noMatch, "the supplier '\(id)' is hidden; u undoes this")
            }
        }
    }

    private static func success(of changes: [SupplierChange]) -> BrowserEvent {
        let first = changes[0]
        let text =
            switch first.kind {
            case .edit: "edited '\(first.id)'"
            case .add: "added '\(first.values[.fullname] ?? "")'"
            case .hide: "hid \(phrase(for: changes.map(\.id.rawValue)))"
            case .takeCatalogs, .keepOwn: first.settlement
            }
        return .editKept(first.id, text + "; u undoes this")
    }

    /// Undoes what was last edited here.
    func undo() async {
        await edit { store in
            guard let last = undoable.withLock({ $0.popLast() }) else {
                return .done("nothing to undo in this session; 'suppliergo revert' undoes earlier edits")
            }
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
            showEdits(edits, last.map(\.change))
            // The id of one that was added was never shown.
            let names = last.map { change, before, after in
                let added = change.original == nil ? (after ?? before)?.applied(to: nil).fullname : nil
                return added ?? change.id.rawValue
            }
            return .done("undid the edit of \(Self.phrase(for: names))")
        }
    }

    private static func phrase(for names: [String]) -> String {
        names.count == 1 ? "'\(names[0])'" : Count.formatted(names.count, "supplier")
    }

    /// Posts what a change of the edits ends with, and then that it has ended.
    private func edit(_ work: (EditStore) async throws -> BrowserEvent) async {
        await report({ .failed($0) }) {
            guard let edits else {
                throw Failure(
                    .usage, "the catalog is shown without edits: leave '\(Options.noEdits.spelling)' out to edit it")
            }
            return try await work(edits)
        }
        mailbox.post(.editEnded)
    }
}
