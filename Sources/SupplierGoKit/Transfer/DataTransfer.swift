/// A transfer that was started with ``DataLoading/start(_:handing:)``, and goes on whether or not this value is kept.
public struct DataTransfer: Sendable {
    private let end: @Sendable () -> Void

    /// Creates a transfer.
    ///
    /// - Parameter end: ends it at once; may be called several times, from any thread, and when it is over.
    public init(ending end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    /// Ends it at once, with `CancellationError` as what came of it; one that is over takes no notice.
    public func cancel() {
        end()
    }
}
