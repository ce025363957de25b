extension AvatarPipeline {
    /// Creates the pipeline of a loader's avatars, or of its details.
    ///
    /// It stands here since the room of avatars knows no ``SupplierLoader``. The order of the loaders: the fleet's
    /// store, if there is one, before the hosts' waits, before the network.
    ///
    /// - Parameters:
    ///   - part: the part of the suppliers that is loaded.
    ///   - batches: the suppliers.
    ///   - priority: their avatars' priority, unless it is changed.
    ///   - delivery: the content of outcomes.
    ///   - loader: has the catalog's location, the options, the network and the cache.
    convenience init(
        loading part: Part, of batches: ProducedStream<[Supplier]>, at priority: DataRequest.Priority,
        delivering delivery: AvatarOutcome.Delivery, by loader: SupplierLoader
    ) {
        let (configuration, cache) = (loader.configuration, loader.cache)
        let transferLimit = (loader.dataLoader as? DataLoader)?.transferLimit ?? DataLoader.transferLimit()
        let policy = CachePolicy(
            isOffline: configuration.isOffline, isRefreshing: configuration.isRefreshing, startedAt: .now,
            failuresSince: configuration.failuresSince, silencesSince: configuration.waitsSince,
            keepsLast: part.keepsLast)
        let patientLoader = loader.patientLoader
        let store = part.isShared ? loader.sharedStore : nil
        let sharedLoader = store?.loader(
            around: patientLoader, behind: cache, policy: policy, needsImages: delivery == .bytes || cache != nil)
        let claimTimeout = configuration.avatarClaimTimeout
        self.init(
            of: batches, at: priority, loading: part,
            windowSize: min(configuration.avatarsInFlight, 2 * transferLimit), by: sharedLoader ?? patientLoader,
            into: cache, policy: policy, delivery: delivery,
            claimTimeout: min(claimTimeout, part.timeLimit ?? claimTimeout)
        ) { url in
            var request = DataRequest(
                url: url, originFields: loader.originFields(for: url), byteLimit: part.byteLimit,
                reach: loader.avatarReach(at: url))
            (request.failsOnSilence, request.timeLimit) = (true, part.timeLimit)
            request.ignoresWaitsBefore = configuration.waitsSince
            return request
        }
    }
}
