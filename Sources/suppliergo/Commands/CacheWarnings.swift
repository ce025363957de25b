import Glibc
import SupplierGoKit

/// Says why the cache cannot be written: once in a run, whatever else is not kept for the same reason.
final class CacheWarnings: Sendable {
    private let console: Console
    private let hasWarned = Lock(false)

    /// Creates it before the first error.
    init(console: Console) {
        self.console = console
    }

    /// Says why something is not kept.
    ///
    /// - Parameter what: a clause, for what is too large: that says nothing of all the rest.
    func say(_ what: String, _ error: CacheError) {
        if case .tooLarge = error {
            console.warn("\(what): \(Failure.sentence(of: error))")
            return
        }
        let isFirst = hasWarned.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        guard isFirst else { return }
        console.warn("\(Self.isFull(error) ? "not all is kept" : "nothing is kept"): \(Failure.sentence(of: error))")
    }

    /// Whether something smaller might have been kept.
    private static func isFull(_ error: CacheError) -> Bool {
        guard case .failed(_, _, let errorNumber) = error else { return false }
        return errorNumber == ENOSPC || errorNumber == EDQUOT
    }
}
