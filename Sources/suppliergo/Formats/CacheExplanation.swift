import FoundationEssentials
import SupplierGoKit

/// What `cache why` prints of one report.
struct CacheExplanation: Sendable {
    let report: CacheReport
    let now: Date

    /// A fact a line.
    var text: String {
        var facts = [FieldTable.Field(report.role.rawValue, report.key.withoutCredentials.visibleText)]
        if let entry = report.entry { facts += self.facts(of: entry) }
        if let failure = report.failure {
            facts.append(.init("failed", "\(ago(failure.failedAt)): \(failure.reason)".visibleText))
            let left = failure.retryAt.map { Int($0.timeIntervalSince(now)) } ?? 0
            let next = left > 0 ? "after \(Age.formatted(left)), or with '--refresh'" : "when it is next needed"
            facts.append(.init("asked again", next))
        }
        return FieldTable(fields: facts).text
    }

    private func facts(of entry: CacheEntry) -> [FieldTable.Field] {
        var facts = [
            FieldTable.Field("file", entry.file?.visibleText ?? "none"),
            FieldTable.Field("bytes", ByteCount.formatted(entry.byteCount)),
            FieldTable.Field("stored", ago(entry.storedAt)), FieldTable.Field("used", ago(entry.lastUsedAt)),
        ]
        if let response = entry.response { facts.append(.init("asked", ago(response.receivedAt))) }
        if let freshness = report.freshness { facts.append(.init("state", state(of: freshness).visibleText)) }
        let conditions = entry.response?.conditions.fields ?? []
        let validators = conditions.map { "\($0.name): \($0.value)".visibleText }.joined(separator: ", ")
        return facts + [.init("validators", validators.isEmpty ? "none" : validators)]
    }

    /// Whether it is fresh, and why.
    private func state(of freshness: Freshness) -> String {
        let state =
            switch freshness.state(at: now) {
            case .fresh: "fresh " + until(freshness.freshUntil)
            case .usableWhileRevalidating:
                "stale, shown while it is asked about " + until(freshness.whileRevalidatingUntil)
            case .usableOnError: "stale, shown where the server fails " + until(freshness.onErrorUntil)
            case .stale: "stale"
            }
        return "\(state): \(freshness.basis)"
    }

    private func ago(_ date: Date) -> String {
        Age.formatted(Int(now.timeIntervalSince(date))) + " ago"
    }

    private func until(_ date: Date) -> String {
        let seconds = Int(date.timeIntervalSince(now))
        return seconds > 0 ? "for \(Age.formatted(seconds))" : "now"
    }
}
