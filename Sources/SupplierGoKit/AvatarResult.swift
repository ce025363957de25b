/// What became of a URL's avatar: an outcome for every supplier that waits for it.
struct AvatarResult: Sendable {
    let result: AvatarOutcome.Result

    /// What its bytes are kept under.
    let name: CacheName

    /// The image, where bytes are wanted.
    let bytes: [UInt8]?

    /// What it took; `nil` where that is nothing.
    let effort: AvatarEffort?

    /// Why there is none; `nil` where there is one.
    var failure: AvatarFailure? { if case .failed(let failure) = result { failure } else { nil } }

    init(
        _ result: AvatarOutcome.Result, of key: borrowing CacheKey, bytes: [UInt8]? = nil, effort: AvatarEffort? = nil
    ) {
        self.result = result
        name = key.name
        self.bytes = bytes
        self.effort = effort
    }
}
