/// A transfer that was started with ``DataLoading/start(_:handing:)``, and goes on whether or not this value is kept.
public struct DataTransfer: Sendable {
    /// What ends it.
    private enum End: Sendable {
        case call(@Sendable () -> Void)

        /// A request of an engine by its number, for which nothing is made.
        case request(Int, CurlEngine)
    }

    private let end: End

    /// Creates a transfer.
    ///
    /// - Parameter end: ends it at once; may be called several times, from any thread, and when it is over.
    public init(ending end: @escaping @Sendable () -> Void) {
        self.end = .call(end)
    }

    /// Creates the transfer of an engine's request.
    init(of id: Int, in engine: CurlEngine) {
        end = .request(id, engine)
    }

    /// Ends it at once, with `CancellationError` as what came of it; one that is over takes no notice.
    public func cancel() {
        switch end {
        case .call(let end): end()
        case .request(let id, let engine): engine.cancelSoon(id)
        }
    }
}
