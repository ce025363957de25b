/// How fast something goes: so many a second, over the last seconds.
struct ProgressRate: Sendable {
    private struct Sample {
        let done: Int
        let time: ContinuousClock.Instant
    }

    /// What the rate looks back on: enough to be steady, and little enough to follow a network that changes.
    static let span = Duration.seconds(5)

    /// What must have passed before a rate means anything.
    static let leastSpan = Duration.milliseconds(500)

    private var samples: [Sample] = []

    /// Takes notice of how many are done, and gives how many that makes a second; `nil` where that is not known yet.
    mutating func update(done: Int, at now: ContinuousClock.Instant) -> Double? {
        samples.append(Sample(done: done, time: now))
        // One sample from before the span stays, so that the rest always spans it.
        while samples.count > 1, now - samples[1].time >= Self.span { samples.removeFirst() }
        guard let first = samples.first, now - first.time >= Self.leastSpan else { return nil }
        return Double(done - first.done) / ((now - first.time) / .seconds(1))
    }
}
