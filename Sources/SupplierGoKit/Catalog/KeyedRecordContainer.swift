/// The members of an object.
struct KeyedRecordContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let source: RecordSource
    private let index: Int
    private let end: Int

    /// The members' values by name in UTF-8, where there are more than ``NamePlaces`` takes.
    private let values: [[UInt8]: Int]?

    /// Where each name may be, in an object of few members without containers.
    private let places: NamePlaces

    init(source: RecordSource, index: Int) {
        self.source = source
        self.index = index
        end = index + source.tokens[index].stride
        values = end - index > 2 * NamePlaces.memberLimit ? Self.indexed(source, index + 1..<end) : nil
        let isFlat = values == nil && !source.tokens[index].isMarked
        places = NamePlaces(source.tokens, isFlat ? index + 1..<end : 0..<0)
    }

    private static func indexed(_ source: RecordSource, _ members: Range<Int>) -> [[UInt8]: Int] {
        var values: [[UInt8]: Int] = [:]
        var name = members.lowerBound
        while name < members.upperBound {
            if let text = source.name(at: name) { values[Array(text.utf8)] = name + 1 }
            name += 1 + source.tokens[name + 1].stride
        }
        return values
    }

    var codingPath: [any CodingKey] { source.path(of: index) }

    var allKeys: [Key] {
        (values ?? Self.indexed(source, index + 1..<end)).keys
            .compactMap { Key(stringValue: String(decoding: $0, as: UTF8.self)) }
    }

    func contains(_ key: Key) -> Bool { member(key) != nil }

    /// The value of the last member of a name.
    func member(_ key: Key) -> Int? { member(named: key.stringValue) }

    private func member(named name: String) -> Int? {
        if let values { return values[Array(name.utf8)] }
        let text = name.utf8.span
        if !source.tokens[index].isMarked { return flatMember(named: text) }
        var found: Int?
        var member = index + 1
        while member < end {
            if source.isName(text, at: member) { found = member + 1 }
            member += 1 + source.tokens[member + 1].stride
        }
        return found
    }

    /// The same in an object without containers, where names stand at every other token.
    @inline(__always)
    private func flatMember(named name: Span<UInt8>) -> Int? {
        var candidates = places.ofNames(byteCount: name.count)
        while candidates != 0 {
            let last = NamePlaces.memberLimit - 1 - candidates.leadingZeroBitCount
            if source.isName(name, at: index + 1 + 2 * last) { return index + 2 + 2 * last }
            candidates ^= 1 << UInt32(last)
        }
        return nil
    }

    @inline(__always)
    func decoder(_ key: Key, expected: String) throws -> RecordDecoder {
        guard let value = member(key) else { throw missing(key, expected: expected) }
        return RecordDecoder(source: source, index: value)
    }

    @inline(__always)
    func decoder<Value>(_ key: Key, for type: Value.Type) throws -> RecordDecoder {
        guard let value = member(key) else {
            throw missing(key, expected: (type as? any ExpectationStating.Type)?.expectation ?? "a value")
        }
        return RecordDecoder(source: source, index: value)
    }

    private func missing(_ key: Key, expected: String) -> DecodingError {
        .keyNotFound(key, .init(codingPath: codingPath, debugDescription: "expected \(expected), found nothing"))
    }

    /// The value's decoder, or `nil` where the value is absent or null.
    @inline(__always)
    func decoderIfPresent(_ key: Key) -> RecordDecoder? {
        guard let value = member(key), !source.tokens[value].isOf(.null) else { return nil }
        return RecordDecoder(source: source, index: value)
    }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key, expected: "a value").decodeNil() }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key, expected: "an object").container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key, expected: "an array").unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { superDecoder(named: RecordKey.super) }

    func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(named: key) }

    private func superDecoder(named key: any CodingKey) -> RecordDecoder {
        guard let value = member(named: key.stringValue) else {
            return RecordDecoder(source: source, absentAt: codingPath + [key])
        }
        return RecordDecoder(source: source, index: value)
    }
}
