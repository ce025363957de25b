/// Reads the members of a supplier's record, each as what its reader makes of it.
///
/// What a supplier's record is stands in ``Supplier/read(from:_:)`` alone. It asks for members by what they hold, so that
/// it serves a reader that makes values of them as well as one that only sees where they are.
protocol SupplierReading {
    /// What is made of an id, of a date-time, of text.
    associatedtype ID
    associatedtype Time
    associatedtype Text

    /// What is thrown where a member is not what it is to be.
    associatedtype Failure: Error

    func id(_ key: Supplier.CodingKeys) throws(Failure) -> ID
    func time(_ key: Supplier.CodingKeys) throws(Failure) -> Time
    func text(_ key: Supplier.CodingKeys) throws(Failure) -> Text

    /// Text that may be absent, or null.
    func textIfPresent(_ key: Supplier.CodingKeys) throws(Failure) -> Text?
}

/// Reads members by a container of any decoder.
struct DecodedMembers<Container: KeyedDecodingContainerProtocol>: SupplierReading
where Container.Key == Supplier.CodingKeys {
    let container: Container

    @inline(__always)
    func id(_ key: Supplier.CodingKeys) throws -> Supplier.ID { try container.decode(Supplier.ID.self, forKey: key) }

    @inline(__always)
    func time(_ key: Supplier.CodingKeys) throws -> Timestamp { try container.decode(Timestamp.self, forKey: key) }

    @inline(__always)
    func text(_ key: Supplier.CodingKeys) throws -> String { try container.decode(String.self, forKey: key) }

    @inline(__always)
    func textIfPresent(_ key: Supplier.CodingKeys) throws -> String? {
        try container.decodeIfPresent(String.self, forKey: key)
    }
}
