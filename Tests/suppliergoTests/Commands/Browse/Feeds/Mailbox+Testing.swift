import SupplierGoKit

@testable import suppliergo

extension Mailbox {
    /// The events up to the first one that is waited for, and what came together with that.
    func events(until isLast: (BrowserEvent) -> Bool) async -> [BrowserEvent] {
        var events: [BrowserEvent] = []
        while let next = await next() {
            events += next
            if next.contains(where: isLast) { break }
        }
        return events
    }
}

extension [BrowserEvent] {
    /// The names by which tests tell events apart.
    var names: [String] { map(\.name) }
}

extension BrowserEvent {
    /// The name by which tests tell the event from others.
    var name: String {
        switch self {
        case .input: "input"
        case .resized: "resized"
        case .backgroundKnown(let background): "background \(background)"
        case .catalog(let catalog): catalog.name
        case .readByGuess: "guessed"
        case .arranged: "arranged"
        case .avatar(let endpoint, let note): "avatar \(endpoint) \(note.name)"
        case .painted(let endpoint, let box, let picture):
            "painted \(endpoint) \(box.columns)x\(box.rows) \(picture == nil ? "nothing" : "picture")"
        case .avatarsPending(let count): "pending \(count)"
        case .detailed(let supplier, let details): "details of \(supplier.id) \(details.note ?? "")"
        case .done(let text): "done \(text)"
        case .failed(let failure): "failure \(failure.sentence)"
        case .exportFailed(let export, _): "not exported \(export.path)"
        case .fileExists(let export): "exists \(export.path)"
        case .exportEnded: "export ended"
        case .editEnded: "edit ended"
        case .editKept(let id, _): "kept \(id)"
        case .editRefused(let id, let faults): "refused \(id) \(faults.count)"
        case .expired: "expired"
        }
    }
}

extension ShownCatalog {
    /// The number of its suppliers, what has changed, and what is known of its reading.
    fileprivate var name: String {
        let changed = changes.map { ": " + ($0.counts ?? "nothing new") } ?? ""
        let state = isLoading ? " loading" : end.failure.map { " failed \($0.status.rawValue)" } ?? ""
        return "\(table.count)" + changed + state
    }
}

extension AvatarState {
    fileprivate var name: String {
        switch self {
        case .none: "none"
        case .loaded: "loaded"
        case .awaited: "awaited"
        case .failed: "failed"
        }
    }
}
