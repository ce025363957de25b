/// What it took to get an avatar, in one place: it is handed on several times, and hardly ever read.
final class AvatarEffort: Sendable {
    let duration: Duration
    let metrics: TransferMetrics?

    init(_ duration: Duration, _ metrics: TransferMetrics?) {
        self.duration = duration
        self.metrics = metrics
    }
}
