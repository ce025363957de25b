/// The waiting list of a pipeline: which suppliers wait for which URL.
///
/// It makes one download of a URL that many suppliers share. Of the first URLs that have ended it remembers the failure
/// or the cache's entry.
final class PendingDownloads: Sendable {
    /// The result of joining a URL.
    enum JoinResult: Sendable {
        /// It is to be downloaded.
        case new

        /// It is in flight, and this one waits for that.
        case joined

        /// It failed earlier in this run.
        case failed(AvatarOutcome.Error)
    }

    /// The state of a URL.
    private enum Knowledge {
        case inFlight(AvatarDownload)
        case failed(AvatarOutcome.Error)
        indirect case stored(CacheEntry)
    }

    /// The number of URLs remembered, those in flight included. One that fails after that is tried again if it comes
    /// again, and one that is stored is looked up again.
    private static let memoryLimit = 2048

    /// By the keys' names, which are numbers: all keys are of one namespace.
    private let state = Lock([CacheKey.Name: Knowledge]())

    /// Gives downloads the entries of earlier ones of their URLs.
    ///
    /// - Returns: those of whose URLs nothing is known.
    func recall(_ downloads: [AvatarDownload]) -> [AvatarDownload] {
        state.withLock { state in
            downloads.filter { download in
                switch state[download.key.name] {
                case .stored(let entry): (download.entry, download.isRecalled) = (entry, true)
                case .inFlight: break
                case .failed, nil: return true
                }
                return false
            }
        }
    }

    /// Enters a download, or lets it wait for the one of its URL that is in flight, unless that has failed.
    func join(_ download: AvatarDownload) -> JoinResult {
        state.withLock { state in
            switch state[download.key.name] {
            case .inFlight(let other):
                other.joined.append(download)
                other.priority = max(other.priority, download.priority)
                return .joined
            case .failed(let failure): return .failed(failure)
            case .stored, nil:
                state[download.key.name] = .inFlight(download)
                return .new
            }
        }
    }

    /// The priority of a URL in flight.
    func priority(of download: AvatarDownload) -> DataRequest.Priority { state.withLock { _ in download.priority } }

    /// The suppliers that wait for a download: its own, unless that has an outcome, and those that have joined it.
    typealias Waiting = (isFirst: Bool, joined: [AvatarDownload])

    /// The suppliers that wait for the outcome of a URL that stays in flight. Each is taken once.
    func takeWaiting(for download: AvatarDownload) -> Waiting {
        state.withLock { _ in Self.takeWaiting(for: download) }
    }

    /// Ends a download.
    ///
    /// - Returns: the suppliers that wait for its outcome.
    func end(_ download: AvatarDownload, _ result: AvatarOutcome.Result) -> Waiting {
        state.withLock { state in
            var known = download.entry.map(Knowledge.stored)
            if case .failed(let failure) = result { known = .failed(failure) }
            state[download.key.name] = state.count <= Self.memoryLimit ? known : nil
            return Self.takeWaiting(for: download)
        }
    }

    private static func takeWaiting(for download: AvatarDownload) -> Waiting {
        defer { (download.isAwaited, download.joined) = (false, []) }
        return (download.isAwaited, download.joined)
    }

    /// Takes out a download that ends without an outcome: the list and the download hold each other.
    func remove(_ download: AvatarDownload) { state.withLock { $0[download.key.name] = nil } }
}
