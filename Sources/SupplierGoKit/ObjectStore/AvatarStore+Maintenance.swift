public import FoundationEssentials

extension AvatarStore {
    /// The prefixes that a namespace's names are divided by, each of which is listed by itself.
    private static let prefixes = (UInt8.min ... .max).map { String(hexadecimal: [$0]) + "/" }

    /// How many prefixes are worked on at once.
    private static let concurrency = 16

    /// Counts the avatars that the store holds; its ``CacheUsage/directory`` is the store's location.
    ///
    /// One request for each thousand avatars, and at least one for each of 256 prefixes.
    ///
    /// - Throws: ``ObjectStoreError``, or `CancellationError`.
    public func usage() async throws -> CacheUsage {
        let usage = Lock(emptyUsage)
        try await forEachPage(of: Self.avatars) { page in
            usage.withLock { usage in
                for object in page { usage.add(object) }
            }
        }
        return usage.withLock { $0 }
    }

    /// Removes the avatars, and the notes why there is none, that were not put for some time. What was revalidated was put
    /// again.
    ///
    /// - Parameter age: the time in seconds.
    /// - Returns: what avatars were removed.
    /// - Throws: ``ObjectStoreError``, or `CancellationError`; what was removed before is gone.
    @discardableResult
    public func prune(olderThan age: TimeInterval) async throws -> CacheUsage {
        let removed = Lock(emptyUsage)
        let date = Date.now.addingTimeInterval(-age)
        for namespace in [Self.avatars, AvatarObject.missing] {
            try await forEachPage(of: namespace) { [objects] page in
                for object in page where object.modifiedAt < date {
                    try await objects.remove(objectNamed: object.name)
                    if namespace == Self.avatars { removed.withLock { $0.add(object) } }
                }
            }
        }
        return removed.withLock { $0 }
    }

    /// Reads every avatar, and removes those that are not what was put.
    ///
    /// Those without a record that this version reads are left: they may be a newer version's, or a copy that lost its
    /// metadata. So are those that are too large for an avatar.
    ///
    /// - Parameters:
    ///   - byteLimit: the most bytes that an avatar may have. Default 10 MiB, as for loading.
    ///   - progress: called with the number of avatars so far, after each page of a listing, from any thread.
    /// - Returns: the whole ones, the names of those that were removed, and how many could not be checked.
    /// - Throws: ``ObjectStoreError``, or `CancellationError`.
    package func verify(
        byteLimit: Int = SupplierLoader.Configuration().avatarByteLimit,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> CacheVerification {
        let result = Lock(CacheVerification(whole: emptyUsage))
        try await forEachPage(of: Self.avatars) { [objects] page in
            for listed in page {
                let isWhole: Bool?
                do {
                    // One that is gone since it was listed is nothing at all.
                    guard let object = try await objects.object(named: listed.name, byteLimit: byteLimit) else {
                        continue
                    }
                    isWhole = AvatarObject.isWhole(object, named: listed.name, in: Self.avatars)
                } catch let error as ObjectStoreError where error.isOfSize {
                    isWhole = nil
                }
                switch isWhole {
                case .some(true): result.withLock { $0.whole.add(listed) }
                case .some(false):
                    try await objects.remove(objectNamed: listed.name)
                    result.withLock { $0.broken.append(listed.name) }
                case nil:
                    result.withLock { result in
                        result.uncheckedCount += 1
                        result.uncheckedPath = result.uncheckedPath ?? listed.name
                    }
                }
            }
            progress(result.withLock { $0.whole.total.entryCount + $0.broken.count + $0.uncheckedCount })
        }
        return result.withLock { $0 }
    }

    private static let avatars = CacheKey.Namespace.avatars.name

    private var emptyUsage: CacheUsage { CacheUsage(directory: "\(objects.location)") }

    /// Calls a function with each page of a namespace's objects, several prefixes at once. Objects with other programs'
    /// names are left out.
    private func forEachPage(
        of namespace: String, _ body: @escaping @Sendable ([ListedObject]) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { [objects] group in
            for (number, prefix) in Self.prefixes.enumerated() {
                if number >= Self.concurrency { try await group.next() }
                group.addTask {
                    for try await page in objects.list(namespace + "/" + prefix) {
                        try await body(page.filter { AvatarObject.hash(ofName: $0.name, in: namespace) != nil })
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

extension CacheUsage {
    fileprivate mutating func add(_ object: ListedObject) {
        add(byteCount: object.byteCount, to: CacheKey.Namespace.avatars.name)
        oldestAt = min(oldestAt ?? object.modifiedAt, object.modifiedAt)
    }
}
