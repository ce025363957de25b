import SupplierGoKit

/// The form of an avatar in an object store: the image is the object, and its metadata is in the object's fields.
///
/// Its name is ``CacheKey/path``, without extension, since the kind is not known before it is loaded.
///
/// The record is the one that a cache keeps beside its files (``EntryRecord``), so both tiers have one format. Others
/// read the bucket: no URL is in it, since that may hold a password, a token or a signature.
enum AvatarObject {
    /// The first part of the names of notes of missing avatars.
    static let missing = "missing"

    /// The fields of the record, which is in base64 and fills one after the other.
    ///
    /// S3 takes 2,048 bytes of names and values together, OpenStack Swift 256 in each value. No name is the beginning
    /// of another, or libcurl 7.88 would sign them in another order than stores do.
    private static let recordFields = "abcdefg".map { "x-amz-meta-suppliergo-\($0)" }

    /// The most characters of the record in a field.
    private static let recordFieldLimit = 256

    /// The most characters of the origin's own `Cache-Control` that are kept.
    private static let cacheControlLimit = 256

    /// The name of the note of a missing avatar.
    static func missingName(of key: CacheKey) -> String { missing + "/" + key.name.path }
}

// MARK: - Fields

extension AvatarObject {
    /// The fields that an avatar is put with.
    ///
    /// - Parameters:
    ///   - bytes: the image.
    ///   - mediaType: its media type.
    ///   - response: what its server said of it.
    ///   - given: the server's own fields, of which `Cache-Control` is passed on to those that read the bucket; if it
    ///     is absent or unusual, its known directives are written instead.
    ///   - key: the avatar's key.
    ///   - now: when it is put.
    static func fields(
        for bytes: [UInt8], mediaType: String, response: StoredResponse, given: HeaderFields, key: CacheKey,
        at now: Date
    ) -> HeaderFields {
        let owner = EntryRecord.Owner(key, byteCount: bytes.count)
        var record = EntryRecord(
            checksum: XXH64.hash(of: bytes.span), modifiedMicroseconds: now.microseconds,
            response: response.hidingURL(unless: key.address))
        var text = Data(record.bytes(of: owner)).base64EncodedString()
        if text.utf8.count > recordFields.count * recordFieldLimit {
            record.stored = .unknown
            text = Data(record.bytes(of: owner)).base64EncodedString()
        }
        let parts = stride(from: 0, to: text.utf8.count, by: recordFieldLimit).map { offset in
            String(text.dropFirst(offset).prefix(recordFieldLimit))
        }
        let cacheControl = plainCacheControl(given) ?? response.cacheControl?.directives ?? ""
        let known = [
            ("Content-Type", mediaType), ("Cache-Control", cacheControl), ("Expires", response.expiresText ?? ""),
        ]
        let values = known + zip(recordFields, parts)
        return HeaderFields(values.compactMap { $1.isEmpty ? nil : HeaderFields.Field(name: $0, value: $1) })
    }

    /// The server's directives, if any store will keep them: a field that one refuses would cost the whole object.
    private static func plainCacheControl(_ fields: HeaderFields) -> String? {
        let text = fields.members(of: "Cache-Control").joined(separator: ", ")
        let isPlain = text.utf8.count <= cacheControlLimit && text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
        return isPlain && !text.isEmpty ? text : nil
    }

    /// The entry of an object; `nil` if no record belongs to it.
    static func entry(
        for key: CacheKey, byteCount: Int, _ fields: HeaderFields
    ) -> (entry: CacheEntry, checksum: UInt64)? {
        let owner = EntryRecord.Owner(key, byteCount: byteCount)
        let bytes = Data(base64Encoded: recordFields.compactMap { fields[$0] }.joined()) ?? Data()
        guard byteCount > 0, let record = EntryRecord(Array(bytes), of: owner) else { return nil }
        let entry = CacheEntry(
            key: key, file: nil, byteCount: byteCount, storedAt: Date(microseconds: record.modifiedMicroseconds),
            response: record.response)
        return (entry, record.checksum)
    }
}

// MARK: - Notes

extension AvatarObject {
    /// The note that is put in place of a missing avatar: a failure without URL, bound to the name.
    static func note(of failure: StoredResponse.Failure, for key: CacheKey) -> [UInt8] {
        let note = StoredResponse.Failure(
            url: "", status: failure.status, reason: "", failedAt: failure.failedAt,
            retryAt: failure.retryAt ?? failure.failedAt)
        return note.bytes(seed: key.name.word)
    }

    /// Reads a note; `nil` if it is damaged or another avatar's. It is believed for as long as this program believes a
    /// server.
    static func failure(inNote bytes: [UInt8], of key: CacheKey) -> StoredResponse.Failure? {
        guard let note = StoredResponse.Failure(bytes, seed: key.name.word), let status = note.status, status.isGone,
            let retryAt = note.retryAt
        else { return nil }
        let limit = note.failedAt.addingTimeInterval(TimeInterval(Freshness.Assumptions.missingAvatars.lifetime))
        return StoredResponse.Failure(
            url: key.text, status: status, reason: "status \(status)", failedAt: note.failedAt,
            retryAt: min(retryAt, limit))
    }
}

extension CacheControl {
    /// The directives that are known, as text; empty if there are none.
    fileprivate var directives: String {
        func directive(_ name: String, _ seconds: Int?) -> String? { seconds.map { "\(name)=\($0)" } }
        let lifetime = maxAge.map { if case .count(let seconds) = $0 { seconds } else { 0 } }
        return [
            isPublic ? "public" : nil, directive("max-age", lifetime), requiresRevalidation ? "no-cache" : nil,
            mustRevalidate ? "must-revalidate" : nil, directive("stale-while-revalidate", staleWhileRevalidate),
            directive("stale-if-error", staleIfError),
        ]
        .compactMap(\.self).joined(separator: ", ")
    }
}
