import FoundationEssentials
import SupplierGoKit

/// What `cache why` prints of one report.
struct CacheExplanation: Sendable {
    private let report: CacheReport
    private let now: Date

    /// Explains a report at a moment.
    init(_ report: CacheReport, at now: Date) {
        self.report = report
        self.now = now
    }

    /// A line a fact, with a line feed at its end.
    var text: String {
        var facts = [(report.role.rawValue, report.key)]
        if let entry = report.entry { facts += Self.facts(of: entry, report.freshness, at: now) }
        if let failure = report.failure {
            facts.append(("failed", "\(Self.ago(failure.failedAt, now)): \(failure.reason)"))
            let next = failure.retryAt.map { Self.until($0, now) } ?? "when it is next needed"
            facts.append(("asked again", next))
        }
        let width = facts.map(\.0.count).max() ?? 0
        return facts.map { name, value in
            name + String(repeating: " ", count: width - name.count + 2) + value.visibleText + "\n"
        }.joined()
    }

    private static func facts(
        of entry: CacheEntry, _ freshness: Freshness?, at now: Date
    ) -> [(name: String, value: String)] {
        var facts = [("file", entry.file ?? "none"), ("bytes", ByteCount.formatted(entry.byteCount))]
        facts.append(("stored", ago(entry.storedAt, now)))
        facts.append(("used", ago(entry.lastUsedAt, now)))
        if let response = entry.response { facts.append(("asked", ago(response.receivedAt, now))) }
        if let freshness { facts.append(("state", state(of: freshness, at: now))) }
        let conditions = entry.response?.conditions.fields ?? []
        let validators = conditions.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
        facts.append(("validators", validators.isEmpty ? "none" : validators))
        return facts
    }

    /// Whether it is fresh, and why.
    private static func state(of freshness: Freshness, at now: Date) -> String {
        let because = ": \(freshness.basis)"
        switch freshness.state(at: now) {
        case .fresh: return "fresh \(until(freshness.freshUntil, now))\(because)"
        case .usableWhileRevalidating:
            return "stale, shown while it is asked about \(until(freshness.whileRevalidatingUntil, now))\(because)"
        case .usableOnError:
            return "stale, shown where the server fails \(until(freshness.onErrorUntil, now))\(because)"
        case .stale: return "stale\(because)"
        }
    }

    private static func ago(_ date: Date, _ now: Date) -> String {
        Age.formatted(Int(now.timeIntervalSince(date))) + " ago"
    }

    private static func until(_ date: Date, _ now: Date) -> String {
        let seconds = Int(date.timeIntervalSince(now))
        return seconds > 0 ? "for \(Age.formatted(seconds))" : "now"
    }
}
