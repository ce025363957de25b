import SupplierGoKit

/// The state of a supplier's avatar on the card and in the browser.
enum AvatarState: Sendable, Hashable {
    /// The supplier has none.
    case none

    /// The avatar has not arrived yet.
    case awaited

    /// The avatar was loaded. `picture` is `nil` if its kind is not known, `file` if it is not in a file.
    case loaded(picture: ImageFormat? = nil, byteCount: Int = 0, file: String?, isStale: Bool = false)

    /// The avatar could not be loaded.
    case failed(reason: String)

    /// Creates the state that an outcome leaves.
    init(_ outcome: AvatarOutcome, isOffline: Bool = false) {
        switch outcome.result {
        case .none: self = .none
        case .loaded(let avatar):
            let picture = outcome.supplier.avatar?.bytes.flatMap { ImageFormat($0) }
            self = .loaded(
                picture: picture, byteCount: avatar.byteCount, file: avatar.file, isStale: avatar.source == .stale)
        case .failed(let failure):
            self = .failed(reason: failure.sentence(isOffline: isOffline).shownText())
        }
    }
}

/// The cases of a result, for those that need one alone.
extension AvatarOutcome.Result {
    var loaded: AvatarOutcome.Loaded? { if case .loaded(let avatar) = self { avatar } else { nil } }

    var failure: AvatarOutcome.Error? { if case .failed(let failure) = self { failure } else { nil } }

    /// The error for which the cache keeps neither this avatar nor another one; `nil` if it keeps it, or it is too
    /// large.
    var cacheFailure: CacheError? {
        guard let error = loaded?.cacheError else { return nil }
        return if case .tooLarge = error { nil } else { error }
    }
}

/// Writes a JSON object in a line for each avatar that has ended, for `fetch --format ndjson`.
///
/// `{"url":"https://…","ids":["1","7"],"state":"loaded","status":200,"bytes":15912,"source":"network","tries":1,
/// "seconds":0.035,"key":"avatars/3f/9a…","error":null}`, without the line feed. A fact that is unknown is null.
struct AvatarLineFormatter: Sendable {
    /// Names avatars as the loader of the outcomes does.
    let resolver: EndpointResolver

    /// True if everything that a terminal would obey is escaped.
    let isForTerminal: Bool

    /// Says why the store could not keep a supplier's avatar; `nil` if it could, or there is no store.
    var storeError: @Sendable (Supplier) -> (any Error)? = { _ in nil }

    /// Writes a line for each avatar among outcomes that came together; suppliers without avatar have none.
    ///
    /// Suppliers that waited for one avatar share its line. One that came after it has ended has another line:
    /// remembering every avatar of a run would take memory without limit.
    func lines(of outcomes: [AvatarOutcome]) -> String {
        outcomes.filter { $0.supplier.avatar != nil }
            .map { (outcome: $0, key: resolver.key(of: $0.supplier)) }
            .grouped { $0.key?.path ?? $0.outcome.supplier.avatar?.endpoint }
            .map { members(of: $0.elements.map(\.outcome), $0.elements[0].key) }
            .map { $0.jsonLine(isForTerminal: isForTerminal) }.joined()
    }

    /// The line of suppliers that share an avatar.
    private func members(of outcomes: [AvatarOutcome], _ key: CacheKey?) -> JSONMembers {
        let outcome = outcomes[0]
        let (avatar, failure) = (outcome.result.loaded, outcome.result.failure)
        let status = avatar == nil ? failure?.status ?? outcome.metrics?.status : avatar?.status
        return [
            "url": key?.url?.withoutCredentials ?? outcome.supplier.avatar?.endpoint.withoutCredentials,
            "ids": outcomes.map(\.supplier.id.rawValue),
            "state": failure.map { $0.isGone ? "missing" : "failed" } ?? "loaded",
            "status": status?.code, "bytes": avatar?.byteCount, "source": avatar.map { "\($0.source)" },
            "tries": outcome.metrics.map { $0.retryCount + 1 } ?? 0, "seconds": outcome.duration, "key": key?.path,
            "error": problem(of: outcome)?.withoutCredentials,
        ]
    }

    /// The reason for a missing avatar, an old one, or one that is not kept; `nil` if all is well.
    private func problem(of outcome: AvatarOutcome) -> String? {
        guard let avatar = outcome.result.loaded else { return outcome.result.failure?.sentence }
        let unstored = storeError(outcome.supplier).map { "\($0)" }
        return avatar.cacheError?.sentence ?? unstored ?? avatar.staleReason?.sentence
    }
}
