extension Freshness.Assumptions {
    /// The lifetime of an avatar whose server gives none: a tenth of the time since it changed, a week at most
    /// (``Freshness``), or a day. If its server fails, a stale one may be shown for a week more (``CachePolicy``).
    public static let avatars = Freshness.Assumptions(
        lifetime: 86_400, usesLastModified: true, staleIfError: 7 * 86_400)

    /// No lifetime for a catalog whose server gives none; if the server fails, the snapshot is shown, however old.
    public static let catalogs = Freshness.Assumptions(
        lifetime: 0, usesLastModified: false, staleIfError: CacheControl.longest)

    /// The longest time that an avatar counts as missing after status 404 or 410: an hour.
    package static let missingAvatars = Freshness.Assumptions(lifetime: 3600, usesLastModified: false, staleIfError: 0)
}

extension StoredResponse {
    /// The end of the time in which an avatar counts as missing: an hour after the response, or earlier if it says so.
    /// `nil` if the avatar is not missing, or must be requested again at once.
    package var missingUntil: Date? {
        guard status.isGone else { return nil }
        let freshness = Freshness(of: self, assuming: .missingAvatars)
        guard freshness.isFresh(at: receivedAt) else { return nil }
        let limit = TimeInterval(Freshness.Assumptions.missingAvatars.lifetime)
        return min(freshness.freshUntil, receivedAt.addingTimeInterval(limit))
    }
}
