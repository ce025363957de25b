extension Freshness.Assumptions {
    /// What is assumed of avatars: a tenth of the time since they changed, or a day; 7 days more where their server fails.
    public static let avatars = Freshness.Assumptions(
        lifetime: 86_400, usesLastModified: true, staleIfError: 7 * 86_400)

    /// What is assumed of catalogs: nothing, but that one that cannot be had is shown as it was, however old.
    public static let catalogs = Freshness.Assumptions(
        lifetime: 0, usesLastModified: false, staleIfError: CacheControl.longest)

    /// What is assumed of avatars that are not there: an hour.
    static let missingAvatars = Freshness.Assumptions(lifetime: 3600, usesLastModified: false, staleIfError: 0)
}
