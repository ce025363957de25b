import SupplierGoKit

/// The state of a supplier's avatar: of the card, the browser, and the lines of `fetch`; json has ``listWord``.
enum AvatarState: Sendable, Hashable {
    /// The supplier has none.
    case none

    /// The avatar is not in the cache, and was not requested.
    case missing

    /// The avatar has not arrived yet.
    case awaited

    /// The avatar was loaded. `picture` is `nil` if its kind is not known, `file` if it is not in a file.
    case loaded(picture: ImageFormat? = nil, byteCount: Int = 0, file: String?, isStale: Bool = false)

    /// The avatar could not be loaded; `isGone` if its server answered 404 or 410.
    case failed(reason: String, isGone: Bool = false)

    /// Creates the state that an outcome leaves.
    init(_ outcome: AvatarOutcome, isOffline: Bool = false) {
        switch outcome.result {
        case .none: self = .none
        case .loaded(let avatar):
            let picture = outcome.supplier.avatar?.bytes.flatMap { ImageFormat($0) }
            self = .loaded(
                picture: picture, byteCount: avatar.byteCount, file: avatar.file, isStale: avatar.source == .stale)
        case .failed(let failure):
            self = .failed(reason: failure.sentence(isOffline: isOffline).shownText(), isGone: failure.isGone)
        }
    }

    /// The word of `avatarState` in json and ndjson.
    var listWord: String {
        switch self {
        case .none: "none"
        case .loaded(_, _, _, let isStale): isStale ? "stale" : "cached"
        case .missing, .awaited, .failed: "missing"
        }
    }

    /// The word of `state` in a line of `fetch`.
    var fetchWord: String {
        switch self {
        case .failed(_, let isGone): isGone ? "missing" : "failed"
        default: "loaded"
        }
    }
}
