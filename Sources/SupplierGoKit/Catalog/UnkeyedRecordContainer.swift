/// The elements of an array, one after the other.
struct UnkeyedRecordContainer: UnkeyedDecodingContainer {
    let source: RecordSource
    let index: Int
    let count: Int?

    private(set) var currentIndex = 0

    /// The token of the element at ``currentIndex``.
    private var element: Int

    private let end: Int

    init(source: RecordSource, index: Int) {
        self.source = source
        self.index = index
        element = index + 1
        end = index + source.tokens[index].stride
        var count = 0
        var element = index + 1
        while element < end {
            count += 1
            element += source.tokens[element].stride
        }
        self.count = count
    }

    var codingPath: [any CodingKey] { source.path(of: index) }

    var isAtEnd: Bool { element >= end }

    /// Decodes the next element; one that fails stays the next one.
    private mutating func next<Value>(
        _ type: any Any.Type, _ expected: String, decode: (RecordDecoder) throws -> Value
    ) throws -> Value {
        guard !isAtEnd else {
            let context = DecodingError.Context(
                codingPath: codingPath + [RecordKey(index: currentIndex)],
                debugDescription: "expected \(expected), found the array's end")
            throw DecodingError.valueNotFound(type, context)
        }
        let value = try decode(RecordDecoder(source: source, index: element))
        element += source.tokens[element].stride
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, !source.tokens[element].isOf(.null) else {
            return try next(Never?.self, "a value") { _ in nil } == nil
        }
        return false
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        try next([String: Any].self, "an object") { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next([Any].self, "an array") { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try next((any Decoder).self, "a value") { $0 }
    }
}

extension UnkeyedRecordContainer {
    mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type, "true or false") { try $0.bool() } }
    mutating func decode(_ type: String.Type) throws -> String { try next(type, "a string") { try $0.string() } }
    mutating func decode(_ type: Double.Type) throws -> Double {
        try next(type, "a number") { try $0.floatingPoint(type) }
    }
    mutating func decode(_ type: Float.Type) throws -> Float {
        try next(type, "a number") { try $0.floatingPoint(type) }
    }
    mutating func decode(_ type: Int.Type) throws -> Int { try next(type, "an integer") { try $0.integer(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try next(type, "an integer") { try $0.integer(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try next(type, "an integer") { try $0.integer(type) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try next(type, "an integer") { try $0.integer(type) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try next(type, "an integer") { try $0.integer(type) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next(type, "an integer") { try $0.integer(type) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try next(type, "an integer") { try $0.integer(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next(type, "an integer") { try $0.integer(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next(type, "an integer") { try $0.integer(type) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next(type, "an integer") { try $0.integer(type) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next(type, "an integer") { try $0.integer(type) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        try next(type, "an integer") { try $0.integer(type) }
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next(type, "a value") { try $0.value(type) }
    }
}
