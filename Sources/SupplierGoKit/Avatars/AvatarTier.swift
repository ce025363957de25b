/// A further tier of avatars: behind the cache, before the avatars' servers. Many machines may share it.
///
/// Its methods throw the tier's own errors, and `CancellationError` only if the task was cancelled.
package protocol AvatarTier: Sendable {
    /// An avatar as the tier has it: an entry without a file, and the image if it was asked for. The entry is `nil` for an
    /// object that is damaged or too large.
    typealias StoredAvatar = (entry: CacheEntry?, image: [UInt8]?)

    /// Looks an avatar up.
    ///
    /// - Parameters:
    ///   - key: the avatar's key.
    ///   - wantsImage: whether the image is needed.
    ///   - byteLimit: the most bytes that an avatar may have.
    ///   - priority: how urgent it is.
    /// - Returns: `nil` if the tier has nothing under the key.
    func avatar(
        for key: CacheKey, wantsImage: Bool, byteLimit: Int, priority: DataRequest.Priority
    ) async throws -> StoredAvatar?

    /// The reason why an avatar is missing, or `nil` if none was stored.
    func failure(for key: CacheKey) async throws -> StoredResponse.Failure?

    /// Stores an avatar, in place of an earlier one.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - mediaType: its media type.
    ///   - response: the server's response.
    ///   - fields: the fields of that response, as far as they are at hand.
    ///   - key: the avatar's key.
    func store(
        _ image: [UInt8], mediaType: String, response: StoredResponse, fields: HeaderFields, for key: CacheKey
    ) async throws

    /// Stores the reason why an avatar is missing.
    func storeFailure(_ failure: StoredResponse.Failure, for key: CacheKey) async throws

    /// Removes an avatar.
    func remove(_ key: CacheKey) async throws

    /// Whether an error means that the tier did not answer at all: another request would keep a reader waiting again.
    func isUnanswered(_ error: any Error) -> Bool
}
