/// The avatar in the local cache, and behind that in the further tier.
///
/// There may be only one of them. One that fails is treated as missing: the avatar's server is asked, and ``cacheError`` and
/// ``unstored`` hold the errors.
extension AvatarDownload {
    private var cache: (any DataCaching)? { context.cache }

    /// The reason why the further tier does not have the avatar as its server sent it.
    var unstored: AvatarOutcome.Unstored? { shared?.unstored }

    /// The end to remember once the bytes are gone.
    var lasting: PendingDownloads.Ended? {
        guard let entry, cache != nil && bytes == nil || context.delivery == .files else { return nil }
        return PendingDownloads.Ended(
            entry: entry, isOfTier: isOfTier && (cache == nil || bytes != nil), unstored: unstored)
    }

    /// The bytes of the entry; `nil` if they are gone, as are those of another length and those that are no image.
    func entryBytes() async -> [UInt8]? {
        if let bytes { return bytes }
        guard let cache, let entry else { return nil }
        do {
            let bytes = try await cache.bytes(of: entry)
            return bytes.count == entry.byteCount && ImageHeader.kind(of: bytes.span) != nil ? bytes : nil
        } catch {
            return nil
        }
    }

    /// Takes over what the further tier has, if the cache has nothing as new.
    ///
    /// - Returns: whether it did.
    func adopt() async throws -> Bool {
        let finding = try await shared?.find(
            newerThan: entry, wantsImage: context.delivery == .bytes || cache != nil,
            priority: context.pending.priority(of: self), givesUp: !context.fillsTier)
        switch finding {
        case .avatar(let object, let image):
            (entry, bytes, isOfTier) = (object, image, true)
            if let image, let kind = ImageHeader.kind(of: image.span) {
                try await keepLocally(image, of: kind, object.response)
            }
        case .failure(let found): failure = found
        case nil: return false
        }
        return true
    }
}

// MARK: - Keeping

extension AvatarDownload {
    /// Keeps an image that its server has sent, if the server allows that; an older one goes in any case.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - kind: its kind.
    ///   - response: the part of the server's response that is kept.
    ///   - fields: the response's fields.
    func keep(
        _ image: [UInt8], of kind: ImageHeader.Kind, _ response: StoredResponse, _ fields: HeaderFields
    ) async throws {
        let held = entry.take()
        (bytes, isOfTier) = (nil, false)
        if !response.forbidsStoring {
            try await keepLocally(image, of: kind, response)
        } else if let cache, let held {
            cacheError = try await Self.cacheError { () throws(CacheError) in try await cache.remove(held) }
        }
        guard let shared else { return }
        try await shared.store(image, of: kind, response, fields)
    }

    /// Updates an image's metadata after a 304. It is used even if that could not be written.
    ///
    /// - Returns: whether the image is still there.
    func renew(_ response: StoredResponse, _ fields: HeaderFields) async throws -> Bool {
        guard let held = entry else { return false }
        if let cache, bytes == nil {
            let error = try await Self.cacheError { () throws(CacheError) in
                entry = try await cache.refresh(held, with: response).checked(for: key, byteCount: held.byteCount)
            }
            if case .missing = error { return false }
            cacheError = error
        } else {
            entry = held.with(response)
        }
        guard let shared else { return true }
        guard !response.forbidsSharing else {
            try await shared.withdraw(response)
            return true
        }
        var image = await entryBytes()
        if image == nil { image = try await shared.image(of: held) }
        guard let image, let kind = ImageHeader.kind(of: image.span) else {
            entry = nil
            return false
        }
        try await shared.store(image, of: kind, response, fields)
        return true
    }

    /// Puts the cached avatar, or the reason why there is none, into the further tier, unless that has one as recent.
    func fill() async throws {
        if let response = entry?.response {
            try await shared?.fill(response) { await entryBytes() }
        } else if entry == nil, let failure {
            try await shared?.fill(missing: failure)
        }
    }

    /// Drops an avatar whose server says that there is none.
    ///
    /// - Parameters:
    ///   - failure: the reason to note; `nil` if it is not believed.
    ///   - isForAll: whether the server would say it to others too. Else the further tier is left as it is.
    /// - Returns: whether that is noted anywhere.
    func drop(noting failure: StoredResponse.Failure?, isForAll: Bool) async throws -> Bool {
        var isNoted = false
        if let cache {
            cacheError = try await Self.cacheError { () throws(CacheError) in
                if let entry { try await cache.remove(entry) }
                guard let failure else { return }
                try await cache.storeFailure(failure, for: key)
                isNoted = true
            }
        }
        if isForAll, try await shared?.remove(storing: failure) == true { isNoted = true }
        return isNoted
    }

    private func keepLocally(_ image: [UInt8], of kind: ImageHeader.Kind, _ response: StoredResponse?) async throws {
        guard let cache else { return }
        cacheError = try await Self.cacheError { () throws(CacheError) in
            entry = try await cache.store(image, fileExtension: kind.fileExtension, response: response, for: key)
                .checked(for: key, byteCount: image.count)
            bytes = nil
        }
    }

    /// The error of a call to the cache, unless the task was cancelled.
    private static func cacheError(in call: () async throws(CacheError) -> Void) async throws -> CacheError? {
        do throws(CacheError) {
            try await call()
            return nil
        } catch {
            try Task.checkCancellation()
            return error
        }
    }
}

extension CacheEntry {
    /// The same bytes with a newer response.
    fileprivate func with(_ response: StoredResponse) -> CacheEntry {
        CacheEntry(
            key: key, file: file, byteCount: byteCount, storedAt: storedAt, lastUsedAt: lastUsedAt, response: response)
    }
}
