/// The options, named by their long names without dashes.
enum Option: String, CaseIterable, Sendable {
    case catalog
    case cacheDirectory = "cache-dir"
    case cacheByteLimit = "max-size"
    case maximumAge = "max-age"
    case pageLimit = "max-pages"
    case offline
    case refresh
    case avatars
    case sort
    case reverse
    case limit
    case group
    case format
    case image
    case noPager = "no-pager"
    case output
    case header
    case timeout
    case retries
    case concurrency
    case connectionsPerHost = "per-host"
    case avatarByteLimit = "max-avatar-size"
    case certificateAuthorityFile = "cacert"
    case insecure
    case proxy
    case allowPrivateHosts = "allow-private-hosts"
    case strict
    case color
    case quiet
    case verbose
    case version
    case help

    /// The long name with its dashes.
    var spelling: String { "--" + rawValue }
}
