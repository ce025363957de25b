/// Avatars' outcomes, as they come in.
///
/// The stream has one reader. It ends behind the last outcome; where the task that reads is cancelled it ends at once.
public struct AvatarStream: AsyncSequence, Sendable {
    /// One supplier's outcome.
    public typealias Element = AvatarOutcome

    private let lease: Lease

    init(channel: BoundedChannel<AvatarOutcome>, task: Task<Void, Never>) {
        lease = Lease(channel: channel, task: task)
    }

    /// Creates the stream's iterator; a second one goes on where the first one stopped.
    public func makeAsyncIterator() -> Iterator { Iterator(lease: lease) }

    /// Takes the outcomes one by one.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let lease: Lease

        /// The next outcome, or `nil` at the end.
        public mutating func next() async -> AvatarOutcome? { await lease.next() }
    }

    /// Ends the loading when its reader is gone.
    fileprivate final class Lease: Sendable {
        private let channel: BoundedChannel<AvatarOutcome>
        private let task: Task<Void, Never>

        init(channel: BoundedChannel<AvatarOutcome>, task: Task<Void, Never>) {
            self.channel = channel
            self.task = task
        }

        deinit { end() }

        func next() async -> AvatarOutcome? {
            do {
                return try await channel.next()
            } catch {
                // The channel fails only where the reading task is cancelled.
                end()
                return nil
            }
        }

        private func end() {
            channel.cancel()
            task.cancel()
        }
    }
}
