import Glibc
import SupplierGoFleet
import SupplierGoKit

/// Says why the cache, or the store behind it, cannot be used: once in a run, whatever else is not kept or not found
/// for the same reason.
struct CacheWarnings: Sendable {
    private struct State {
        var hasWarned = false

        /// The error of reading the cache, until it is warned of.
        var readError: CacheError?

        var hasWarnedOfStore = false
    }

    let console: Console

    /// The store behind the cache; `nil` for none.
    var store: AvatarStore?
    private let state = Lock(State())

    /// Warns that something is not kept.
    ///
    /// - Parameter what: a clause that names an object that is too large: the warning is about this one alone.
    func say(_ what: String, _ error: CacheError) {
        if case .tooLarge = error {
            console.warn("\(what): \(error.sentence)")
            return
        }
        guard isFirst(\.hasWarned) else { return }
        // Something smaller might have been kept.
        let errorNumber = if case .failed(_, _, let number) = error { number } else { Int32(0) }
        let isFull = [ENOSPC, EDQUOT, EFBIG].contains(errorNumber)
        console.warn("\(isFull ? "the cache is full" : "nothing is kept"); \(error.sentence)")
    }

    /// Records why the cache cannot be read. That is mostly why nothing is kept either, which ``say(_:_:)`` says
    /// then or later, so that it waits for ``finish()``.
    func add(readError error: CacheError) {
        state.withLock { $0.readError = $0.readError ?? error }
    }

    /// Warns as soon as the store has failed.
    func checkStore() {
        guard let store, let error = store.readError ?? store.writeError, isFirst(\.hasWarnedOfStore) else { return }
        let isUnread = store.readError != nil
        let effect = isUnread ? "avatars are requested from their servers instead" : "some avatars are not stored"
        console.warn("\(error); \(effect)")
    }

    /// Warns that the cache cannot be read, unless it was warned of before, and of avatars that the store has lost.
    func finish() {
        checkStore()
        if let error = state.withLock({ $0.hasWarned ? nil : $0.readError }) { console.warn(error.sentence) }
        if let count = store?.brokenCount, count > 0 {
            console.warn(
                "\(Count.subject(count, "avatar")) fetched again: not the image that was stored, or with "
                    + "unknown metadata")
        }
    }

    private func isFirst(_ hasWarned: WritableKeyPath<State, Bool>) -> Bool {
        state.withLock { !exchange(&$0[keyPath: hasWarned], with: true) }
    }
}
