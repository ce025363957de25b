/// Avatars' outcomes, as they come in.
///
/// The stream has one reader. It ends behind the last outcome; where the task that reads is cancelled it ends at once.
public struct AvatarStream: AsyncSequence, Sendable {
    /// One supplier's outcome.
    public typealias Element = AvatarOutcome

    private let lease: Lease

    init(run: AvatarRun, task: Task<Void, Never>) {
        lease = Lease(run: run, task: task)
    }

    /// Changes how urgent some suppliers' avatars are, wherever they are: not yet read, waiting for their turn, or waiting
    /// for a connection. Of avatars that have begun to arrive, or that are not of this stream, it takes no notice.
    ///
    /// The most urgent go first: those of the suppliers that somebody is looking at, for example.
    public func prioritize(_ suppliers: [Supplier], as priority: DataRequest.Priority = .high) async {
        await lease.prioritize(suppliers, as: priority)
    }

    /// Creates the stream's iterator; a second one goes on where the first one stopped.
    public func makeAsyncIterator() -> Iterator { Iterator(lease: lease) }

    /// Takes the outcomes one by one.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let lease: Lease

        /// The next outcome, or `nil` at the end.
        public mutating func next() async -> AvatarOutcome? { await lease.next() }

        /// The next outcomes, as many as came together, at least one; `nil` at the end.
        ///
        /// It spares whoever takes thousands at once a call for each.
        nonisolated(nonsending) public mutating func nextParcel() async -> AvatarParcel? { await lease.nextParcel() }
    }

    /// Ends the loading when its reader is gone.
    fileprivate final class Lease: Sendable {
        private let run: AvatarRun
        private let task: Task<Void, Never>
        private var channel: BoundedChannel<AvatarParcel> { run.channel }

        /// What was taken from the channel, of which the reader has not taken all yet.
        private let pending = Lock(AvatarParcel(of: []))

        init(run: AvatarRun, task: Task<Void, Never>) {
            self.run = run
            self.task = task
        }

        deinit { end() }

        func next() async -> AvatarOutcome? {
            if !Task.isCancelled, let outcome = pending.withLock({ $0.popFirst() }) { return outcome }
            guard let outcomes = await nextFromChannel() else { return nil }
            return pending.withLock { pending in
                pending = outcomes
                return pending.popFirst()
            }
        }

        nonisolated(nonsending) func nextParcel() async -> AvatarParcel? {
            let rest = pending.withLock { pending in
                defer { pending = AvatarParcel(of: []) }
                return pending
            }
            return rest.isEmpty || Task.isCancelled ? await nextFromChannel() : rest
        }

        nonisolated(nonsending) private func nextFromChannel() async -> AvatarParcel? {
            do {
                return try await channel.next()
            } catch {
                // The channel fails only where the reading task is cancelled.
                end()
                return nil
            }
        }

        func prioritize(_ suppliers: [Supplier], as priority: DataRequest.Priority) async {
            let keys = run.loader.avatarKeys(of: suppliers).compactMap(\.self)
            for request in run.ledger.prioritize(keys, as: priority) { await run.loader.dataLoader.prioritize(request) }
        }

        private func end() {
            channel.cancel()
            task.cancel()
        }
    }
}
