/// The line that says how far a run has come; it is drawn on a terminal, over itself, at most ten times a second.
///
/// `avatars ━━━━━━━━────────  312/10,000  812/s  4.1 MB  0:12 left  3 failed`
struct ProgressLine: Sendable {
    /// The bytes that take the line away: to the first column, and erase all from there (ECMA-48, `ED`).
    ///
    /// Terminals that wrap what became too long for a window keep the cursor in the same place of the text. It waits in the
    /// first column, so that what was wrapped is below it.
    static let erasure = Array("\r\u{1b}[J".utf8)

    /// The least time between two drawings.
    static let interval = Duration.milliseconds(100)

    private static let barWidths = 8...30

    private let label: String
    private let style: TextStyle
    private var rate = ProgressRate()
    private var lastDrawn: ContinuousClock.Instant?

    /// Creates a line that has not been drawn; `label` says what is counted, in the plural.
    init(label: String, style: TextStyle) {
        self.label = label
        self.style = style
    }

    /// The bytes that draw the line anew, or `nil` where it was drawn less than ``interval`` ago.
    ///
    /// - Parameter width: the terminal's columns now; the line keeps one free, so that it never wraps.
    mutating func update(_ progress: Progress, width: Int, at now: ContinuousClock.Instant) -> [UInt8]? {
        if let lastDrawn, now < lastDrawn.advanced(by: Self.interval) { return nil }
        lastDrawn = now
        let rate = rate.update(done: progress.done, at: now)
        return Self.erasure + line(progress, rate: rate, room: width - 1).utf8 + "\r".utf8
    }

    /// The line, without bar and time where the total is unknown, with as many of its parts as fit: counts before failures
    /// before the time that is left, then bytes, rate and bar.
    private func line(_ progress: Progress, rate: Double?, room: Int) -> String {
        let total = progress.total.map { "/" + Count.formatted($0) } ?? ""
        let essential = "\(label) \(Count.formatted(progress.done))\(total)"
        var rest = room - essential.count
        guard rest >= 0 else { return essential.shortened(toWidth: room, ellipsis: style.ellipsis) }
        func ifItFits(_ part: String) -> String {
            // What does not fit takes all that matters less with it.
            let fits = part.count <= rest
            rest -= fits ? part.count : rest
            return fits ? part : ""
        }
        let failures = ifItFits(progress.failed > 0 ? "  \(Count.formatted(progress.failed)) failed" : "")
        let timeLeft = ifItFits(rate.flatMap { Self.timeLeft(progress, rate: $0) }.map { "  \($0) left" } ?? "")
        let amount = ifItFits(progress.byteCount.map { "  " + ByteCount.formatted($0) } ?? "")
        let speed = ifItFits(rate.flatMap(Self.speed).map { "  " + $0 } ?? "")
        let barWidth = min(Self.barWidths.upperBound, rest - 1)
        let hasBar = progress.total != nil && barWidth >= Self.barWidths.lowerBound
        let bar = hasBar ? self.bar(progress, width: barWidth) + " " : ""
        let counts = essential.dropFirst(label.count + 1)
        return "\(label) \(bar)\(counts)\(speed)\(amount)\(timeLeft)\(style.failure(failures))"
    }

    private func bar(_ progress: Progress, width: Int) -> String {
        let total = progress.total ?? 0
        let filled = total > 0 ? min(width, width * progress.done / total) : 0
        let full = String(repeating: style.usesUnicode ? "━" : "=", count: filled)
        let rest = String(repeating: style.usesUnicode ? "─" : "-", count: width - filled)
        return style.accent(full) + style.dim(rest)
    }

    /// How many a second, where there are any: `812/s`, `2.4/s`.
    private static func speed(_ rate: Double) -> String? {
        let tenths = Int((rate * 10).rounded())
        guard tenths > 0 else { return nil }
        return tenths >= 100 ? Count.formatted(Int(rate.rounded())) + "/s" : "\(tenths / 10).\(tenths % 10)/s"
    }

    /// How long the rest takes at a rate: `0:12`, `1:02:03`; nothing where nothing is left, or it would take days.
    private static func timeLeft(_ progress: Progress, rate: Double) -> String? {
        guard let total = progress.total, progress.done < total, rate > 0 else { return nil }
        let seconds = (Double(total - progress.done) / rate).rounded(.up)
        guard seconds < 86_400 else { return nil }
        let (minutes, second) = Int(seconds).quotientAndRemainder(dividingBy: 60)
        let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(twoDigits(minute)):\(twoDigits(second))" : "\(minute):\(twoDigits(second))"
    }
}
