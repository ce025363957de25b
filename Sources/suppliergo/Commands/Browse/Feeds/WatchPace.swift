import SupplierGoKit

/// When a watched catalog is read again.
struct WatchPace: Sendable, Hashable {
    /// The longest that a failing server is left alone, if it does not ask for longer.
    private static let longest = Duration.seconds(3600)

    private let interval: Duration?
    private var failureCount = 0

    /// Creates a pace.
    ///
    /// - Parameter interval: how long after a reading the next one begins; `nil` for never.
    init(interval: Duration?) {
        self.interval = interval
    }

    /// The wait after a reading: twice as long with every one that failed, and at least as long as the server asks.
    ///
    /// - Parameter error: the error of the reading; `nil` if it succeeded.
    mutating func delay(after error: (any Error)?) -> Duration? {
        guard let interval else { return nil }
        guard let error else {
            failureCount = 0
            return interval
        }
        failureCount += 1
        let longer = interval * (1 << min(failureCount, 16))
        return max(min(longer, max(Self.longest, interval)), Self.askedWait(in: error) ?? .zero)
    }

    /// The server's `Retry-After`.
    private static func askedWait(in error: any Error) -> Duration? {
        switch error {
        case CatalogError.status(_, _, let wait): wait
        case CatalogError.page(_, let cause): askedWait(in: cause)
        case CatalogError.unreachable(let error):
            switch error.reason {
            case .askedToWait(_, let wait, _): wait
            case .suspended(let end, _): .seconds(max(0, end.timeIntervalSinceNow))
            default: nil
            }
        default: nil
        }
    }
}
