import SupplierGoKit

/// The progress of a run. `Console.showingProgress` decides whether it is drawn.
struct Progress: Sendable, Hashable {
    /// The number that is done, failures included.
    var done: Int

    /// The number to do; `nil` while it is unknown.
    var total: Int?

    /// The number of bytes that were transferred; `nil` if bytes are not counted.
    var byteCount: Int?

    /// The number that failed.
    var failed = 0
}

/// Measures how many a second were done during the last seconds.
struct ProgressRate: Sendable {
    private typealias Sample = (done: Int, time: ContinuousClock.Instant)

    /// The time that is looked back on: enough to be steady, short enough to follow a network that changes.
    static let span = Duration.seconds(5)

    /// The least time after which a rate is given.
    static let leastSpan = Duration.milliseconds(500)

    private var samples: [Sample] = []

    /// The time since the number that is done last changed.
    private(set) var pause = Duration.zero
    private var lastChange: Sample?

    /// Adds the number that is done now, and returns the rate; `nil` while it is unknown.
    mutating func update(done: Int, at now: ContinuousClock.Instant) -> Double? {
        if lastChange?.done != done { lastChange = (done, now) }
        pause = lastChange.map { now - $0.time } ?? .zero
        samples.append((done, now))
        // One sample from before the span stays, so that the rest always covers it.
        while samples.count > 1, now - samples[1].time >= Self.span { samples.removeFirst() }
        guard let first = samples.first, now - first.time >= Self.leastSpan else { return nil }
        return Double(done - first.done) / ((now - first.time) / .seconds(1))
    }
}

/// The line that shows the progress of a run. It is drawn on a terminal, over itself, at most ten times a second.
///
/// `avatars ━━━━━━━━────────  312/10,000  812/s  4.1 MB  0:12 left  3 failed`
struct ProgressLine: Sendable {
    /// The bytes that erase the line: to the first column, and erase all from there (ECMA-48, `ED`).
    ///
    /// Terminals that wrap what became too long for a resized window keep the cursor at its place in the text. It waits
    /// in the first column, so that all of what was wrapped comes after it.
    static let erasure = Array("\r\u{1b}[J".utf8)

    /// The least time between two drawings.
    static let interval = Duration.milliseconds(100)

    private static let barWidths = 8...30

    private let label: String
    private let waiting: String
    private let style: TextStyle
    private var rate = ProgressRate()
    private var lastDrawn: ContinuousClock.Instant?

    /// Creates a line that has not been drawn.
    ///
    /// - Parameters:
    ///   - label: the noun for the count, in the plural.
    ///   - waiting: the line until the first of them is counted.
    init(label: String, waiting: String, style: TextStyle) {
        (self.label, self.waiting) = (label, waiting)
        self.style = style
    }

    /// The bytes that redraw the line, or `nil` if it was drawn less than ``interval`` ago.
    ///
    /// - Parameter width: the terminal's columns now; one of them stays free, so that the line never wraps.
    mutating func update(_ progress: Progress, width: Int, at now: ContinuousClock.Instant) -> [UInt8]? {
        if let lastDrawn, now < lastDrawn.advanced(by: Self.interval) { return nil }
        lastDrawn = now
        let rate = rate.update(done: progress.done, at: now)
        return Self.erasure + line(progress, rate: rate, room: width - 1).utf8 + "\r".utf8
    }

    /// The line with as many of its parts as fit. Counts go first, then failures, the time left, bytes, rate, and bar;
    /// without a total there is neither time nor bar.
    private func line(_ progress: Progress, rate: Double?, room: Int) -> String {
        guard progress.done > 0 || progress.total != nil else {
            return waiting.shortened(toWidth: room, ellipsis: style.ellipsis)
        }
        let total = progress.total.map { "/" + Count.formatted($0) } ?? ""
        let counts = Count.formatted(progress.done) + total
        var rest = room - label.count - 1 - counts.count
        guard rest >= 0 else { return "\(label) \(counts)".shortened(toWidth: room, ellipsis: style.ellipsis) }
        func ifItFits(_ part: String?) -> String {
            guard let part else { return "" }
            // If a part does not fit, the less important ones are left out too.
            let fits = part.count + 2 <= rest
            rest -= fits ? part.count + 2 : rest
            return fits ? "  " + part : ""
        }
        let failures = ifItFits(progress.failed > 0 ? "\(Count.formatted(progress.failed)) failed" : nil)
        let timeLeft = ifItFits(rate.flatMap { self.timeLeft(progress, rate: $0) }.map { "\($0) left" })
        let amount = ifItFits(progress.byteCount.map { ByteCount.formatted($0) })
        let speed = ifItFits(rate.flatMap(Self.speed))
        let barWidth = min(Self.barWidths.upperBound, rest - 1)
        let hasBar = progress.total != nil && barWidth >= Self.barWidths.lowerBound
        let bar = hasBar ? self.bar(progress, width: barWidth) + " " : ""
        return "\(label) \(bar)\(counts)\(speed)\(amount)\(timeLeft)\(style.failure(failures))"
    }

    private func bar(_ progress: Progress, width: Int) -> String {
        let total = progress.total ?? 0
        let filled = total > 0 ? min(width, width * progress.done / total) : 0
        let full = String(repeating: style.usesUnicode ? "━" : "=", count: filled)
        let rest = String(repeating: style.usesUnicode ? "─" : "-", count: width - filled)
        return "\(style.accent(full))\(style.dim(rest))"
    }

    /// The rate, if it is not 0: `812/s`, `2.4/s`.
    private static func speed(_ rate: Double) -> String? {
        let tenths = Int((rate * 10).rounded())
        guard tenths > 0 else { return nil }
        return tenths >= 100 ? Count.formatted(Int(rate.rounded())) + "/s" : Count.formatted(tenths: tenths) + "/s"
    }

    /// The time that is left at a rate: `0:12`, `1:02:03`; `nil` if nothing is left, it would take days, or nothing has
    /// moved for that long.
    private func timeLeft(_ progress: Progress, rate speed: Double) -> String? {
        guard let total = progress.total, progress.done < total, speed > 0 else { return nil }
        let seconds = (Double(total - progress.done) / speed).rounded(.up)
        guard seconds < 86_400, rate.pause < .seconds(seconds) else { return nil }
        let (minutes, second) = Int(seconds).quotientAndRemainder(dividingBy: 60)
        let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return hours > 0 ? "\(hours):\(minute.twoDigits):\(second.twoDigits)" : "\(minute):\(second.twoDigits)"
    }
}
