/// The avatars that came over reused connections, the last 4,096 of them.
///
/// They are the wrong ones if their origin turns out to send bytes that no request asked for
/// (``DataLoader/distrustedOrigins()``). That shows at the latest when the connection is reused again, so that older ones
/// need not be remembered. ``AvatarPipeline`` downloads those of a distrusted origin again. Pipelines of one loader share
/// the list: one may have ended before its origin is distrusted.
final class SuspectAvatars: Sendable {
    private struct Avatar {
        let key: CacheKey
        let origins: Set<Origin>
    }

    private static let limit = 4096

    private let avatars = Lock(Queue<Avatar>())

    /// Notes a download that has ended, however it did.
    func append(_ key: CacheKey, _ metrics: TransferMetrics?) {
        guard let origins = metrics?.reusedOrigins, !origins.isEmpty else { return }
        avatars.withLock { avatars in
            avatars.append(Avatar(key: key, origins: origins))
            if avatars.count > Self.limit { _ = avatars.popFirst() }
        }
    }

    /// Removes the avatars of distrusted origins, each once.
    func take(from distrusted: Set<Origin>) -> Set<CacheKey> {
        guard !distrusted.isEmpty else { return [] }
        return avatars.withLock { avatars in
            var keys: Set<CacheKey> = []
            for _ in 0..<avatars.count {
                guard let avatar = avatars.popFirst() else { break }
                if avatar.origins.isDisjoint(with: distrusted) {
                    avatars.append(avatar)
                } else {
                    keys.insert(avatar.key)
                }
            }
            return keys
        }
    }
}
