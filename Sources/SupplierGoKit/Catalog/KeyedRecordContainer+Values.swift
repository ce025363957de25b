extension KeyedRecordContainer {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try decoder(key, expected: "true or false").bool()
    }

    @inline(__always)
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try decoder(key, expected: "a string").string()
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try decoder(key, expected: "a number").floatingPoint(type)
    }

    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try decoder(key, expected: "a number").floatingPoint(type)
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try decoder(key, expected: "an integer").integer(type)
    }

    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try decoder(key, expected: "an integer").integer(type)
    }

    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try decoder(key, expected: "an integer").integer(type)
    }

    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try decoder(key, expected: "an integer").integer(type)
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try decoder(key, expected: "an integer").integer(type)
    }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try decoder(key, expected: "an integer").integer(type)
    }

    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try decoder(key, expected: "an integer").integer(type)
    }

    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try decoder(key, expected: "an integer").integer(type)
    }

    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try decoder(key, expected: "an integer").integer(type)
    }

    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try decoder(key, expected: "an integer").integer(type)
    }

    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try decoder(key, expected: "an integer").integer(type)
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try decoder(key, expected: "an integer").integer(type)
    }

    @inline(__always)
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(key, for: type).value(type)
    }

    @inline(__always)
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try decoderIfPresent(key)?.string()
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try decoderIfPresent(key)?.value(type)
    }
}
