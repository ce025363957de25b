import SupplierGoKit

/// Puts avatars into the store and removes them.
///
/// Every method throws `CancellationError` only: if the store fails, the avatar is listed.
extension AvatarStore {
    /// Puts an image, or removes an earlier one if others may not read this one.
    ///
    /// - Parameters:
    ///   - response: what the server said of it.
    ///   - fields: the fields of that response, as far as they are at hand.
    ///   - finding: what the store has of the avatar.
    ///   - image: returns the image; `nil` if it is gone.
    func put(
        _ response: StoredResponse, _ fields: HeaderFields, in finding: Finding, image: () async -> [UInt8]?
    ) async throws {
        guard !finding.isGivenUp else { return }
        guard !response.forbidsSharing else { return try await withdraw(response, finding) }
        guard let image = await image(), let kind = ImageHeader.kind(of: image.span) else { return }
        let key = finding.key
        let fields = AvatarObject.fields(
            for: image, mediaType: kind.mediaType, response: response, given: fields, key: key, at: .now)
        try await listing(key) { try await writing.ask { try await $0.put(image, named: key.path, fields: fields) } }
    }

    /// Removes an avatar that others may not read.
    ///
    /// A response to fields of the user's own tells nothing of what others get: then the object stays.
    private func withdraw(_ response: StoredResponse, _ finding: Finding) async throws {
        let isDone = try await listing(finding.key) {
            if finding.mayExist && !response.hasUserFields { try await removeObject(finding) }
        }
        if isDone, response.isPersonal { list(finding.key, .personal) }
    }

    /// Removes an avatar that is gone, and puts a note of that.
    ///
    /// - Parameter note: the note; `nil` if its server is asked again at once.
    /// - Returns: whether the note is there.
    func remove(_ finding: Finding, noting note: StoredResponse.Failure?) async throws -> Bool {
        guard !finding.isGivenUp else { return false }
        let isDone = try await listing(finding.key) {
            if finding.mayExist { try await removeObject(finding) }
            guard let note else { return }
            let name = AvatarObject.missingName(of: finding.key)
            let bytes = AvatarObject.note(of: note, for: finding.key)
            try await writing.ask { try await $0.put(bytes, named: name) }
        }
        return isDone && note != nil
    }

    private func removeObject(_ finding: Finding) async throws {
        try await writing.ask { try await $0.remove(objectNamed: finding.key.path) }
    }

    // MARK: - Filling

    /// Puts what a cache has under a key, unless the store's own is at least as recent: the avatar, or the note that it
    /// is gone.
    func fill(_ key: CacheKey, from cache: any DataCaching) async throws {
        if let entry = await cache.readableEntries(for: [key])[0] {
            guard let response = entry.response else { return }
            let found = try await object(for: key, newerThan: entry, needsImage: false)
            guard found.entry == nil else { return }
            try await put(response, HeaderFields(), in: found) { await cache.readableBytes(of: entry) }
        } else if let failure = await cache.readableFailures(for: [CacheKey(failureOf: key)])[0], !failure.isPersonal {
            let found = try await object(for: key, newerThan: nil, needsImage: false)
            let knownAt = found.entry?.receivedAt ?? found.note?.failedAt ?? .distantPast
            guard knownAt < failure.failedAt else { return }
            _ = try await remove(found, noting: failure)
        }
    }
}
