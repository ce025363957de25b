import SupplierGoKit

/// Loads the details of the supplier whose card is in view, for the browser; they come as an event.
struct DetailsFeed {
    /// The time for which a card is in view before its details are loaded: a supplier that is passed by costs no
    /// request.
    private static let delay = Duration.milliseconds(150)

    let mailbox: Mailbox
    private(set) var session: Session
    private(set) var task: Task<Void, any Error>?

    /// Loads a supplier's details, or none, in place of those that were asked for before.
    mutating func show(_ supplier: Supplier?) {
        task?.cancel()
        guard let supplier else { return }
        task = Task { [mailbox, session] in
            try await Task.sleep(for: Self.delay)
            mailbox.post(.detailed(supplier, try await session.details(of: supplier)))
        }
    }

    /// Asks servers from now on also before the end of their waits.
    mutating func hurry() { session = session.using(session.loader.impatient) }
}
