/// The line that says how far a run has come; it is drawn on a terminal, over itself, at most ten times a second.
///
/// `avatars ━━━━━━━━────────  312/10,000  4.1 MB  3 failed`
struct ProgressLine: Sendable {
    /// The bytes that take the line away: to the first column, and erase from there (ECMA-48, `EL`).
    static let erasure = Array("\r\u{1b}[K".utf8)

    /// The least time between two drawings.
    static let interval = Duration.milliseconds(100)

    private let label: String
    private let width: Int
    private let style: TextStyle
    private var lastDrawn: ContinuousClock.Instant?

    /// Creates a line that has not been drawn.
    ///
    /// - Parameters:
    ///   - label: what is counted, in the plural.
    ///   - width: the terminal's columns; the line keeps one free, so that it never wraps.
    init(label: String, width: Int, style: TextStyle) {
        self.label = label
        self.width = width
        self.style = style
    }

    /// The bytes that draw the line anew, or `nil` where it was drawn less than ``interval`` ago.
    mutating func update(
        done: Int, total: Int, bytes: Int, failed: Int, at now: ContinuousClock.Instant
    ) -> [UInt8]? {
        if let lastDrawn, now < lastDrawn.advanced(by: Self.interval) { return nil }
        lastDrawn = now
        return Self.erasure + line(done: done, total: total, bytes: bytes, failed: failed).utf8
    }

    /// The line, with as many of its parts as fit: counts before failures before bytes before the bar.
    private func line(done: Int, total: Int, bytes: Int, failed: Int) -> String {
        let room = width - 1
        let counts = "\(Count.formatted(done))/\(Count.formatted(total))"
        let failures = failed > 0 ? "  \(Count.formatted(failed)) failed" : ""
        let amount = "  " + ByteCount.formatted(bytes)
        let essential = "\(label) \(counts)"
        guard essential.count + failures.count <= room else {
            return essential.shortened(toWidth: room, ellipsis: style.ellipsis)
        }
        guard essential.count + amount.count + failures.count <= room else {
            return essential + style.failure(failures)
        }
        let barWidth = min(30, room - essential.count - amount.count - failures.count - 1)
        let bar = barWidth >= 8 ? bar(done: done, total: total, width: barWidth) + " " : ""
        return "\(label) \(bar)\(counts)\(amount)\(style.failure(failures))"
    }

    private func bar(done: Int, total: Int, width: Int) -> String {
        let filled = total > 0 ? min(width, width * done / total) : 0
        let full = String(repeating: style.usesUnicode ? "━" : "=", count: filled)
        let rest = String(repeating: style.usesUnicode ? "─" : "-", count: width - filled)
        return style.accent(full) + style.dim(rest)
    }
}
