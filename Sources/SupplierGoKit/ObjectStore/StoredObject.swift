/// An object of a store.
public struct StoredObject: Sendable, Hashable {
    /// What a store says of an object.
    public struct Head: Sendable, Hashable {
        /// The header fields that it was put with, and the store's own.
        public let fields: HTTPFields

        /// How many bytes it has; `nil` if the store does not say.
        public let byteCount: Int?
    }

    /// What the store says of it.
    public let head: Head

    /// Its bytes.
    public let bytes: [UInt8]
}
