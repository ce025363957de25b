/// What became of a URL's avatar: an outcome for every supplier that waits for it.
struct AvatarResult: Sendable {
    let result: AvatarOutcome.Result
    let key: CacheKey

    /// The image, where bytes are wanted.
    let bytes: [UInt8]?

    let duration: Duration
    let metrics: TransferMetrics?

    init(
        _ result: AvatarOutcome.Result, of key: CacheKey, bytes: [UInt8]? = nil, after duration: Duration = .zero,
        metrics: TransferMetrics? = nil
    ) {
        self.result = result
        self.key = key
        self.bytes = bytes
        self.duration = duration
        self.metrics = metrics
    }
}
