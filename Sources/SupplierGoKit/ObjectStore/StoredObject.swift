public import FoundationEssentials

/// An object of a store.
public struct StoredObject: Sendable, Hashable {
    /// What a store says of an object.
    public struct Head: Sendable, Hashable {
        /// The header fields that it was put with, and the store's own.
        public let fields: HTTPFields

        /// How many bytes it has; `nil` if the store does not say.
        public let byteCount: Int?

        /// When it was put; `nil` if the store does not say.
        public let modifiedAt: Date?
    }

    /// What the store says of it.
    public let head: Head

    /// Its bytes.
    public let bytes: [UInt8]
}

/// An object in a listing.
public struct ListedObject: Sendable, Hashable {
    /// Its name in the store, without the location's prefix.
    public let name: String

    /// How many bytes it has.
    public let byteCount: Int

    /// When it was put.
    public let modifiedAt: Date
}
