internal import FoundationEssentials

extension RecordDecoder {
    func bool() throws -> Bool {
        switch kind {
        case .true: true
        case .false: false
        default: throw mismatch(Bool.self, expected: "true or false")
        }
    }

    @inline(__always)
    func string() throws -> String {
        guard isOf(.string) else { throw mismatch(String.self, expected: "a string") }
        do throws(JSONText.Flaw) {
            return try source.string(at: index)
        } catch .invalidUTF8 {
            throw corrupted("expected a string in UTF-8, found bytes that are none")
        } catch .loneSurrogate {
            throw corrupted("expected a string of whole characters, found half a surrogate pair")
        }
    }

    func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        guard isOf(.number) else { throw mismatch(type, expected: "an integer") }
        guard let value = source.integer(at: index, as: type) else {
            throw unfit("an integer that fits \(type)")
        }
        return value
    }

    func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Value.Type) throws -> Value {
        guard isOf(.number) else { throw mismatch(type, expected: "a number") }
        let bytes = source.bytes
        guard let value = JSONNumber.floatingPoint(bytes.span.extracting(source.range(of: index)), as: type) else {
            throw unfit("a number that fits \(type)")
        }
        return value
    }

    private func unfit(_ expected: String) -> DecodingError { .dataCorrupted(context(expected: expected)) }

    /// Decodes any type; the ones that `JSONDecoder` reads in its own way are read in that way.
    @inline(__always)
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type == Timestamp.self, let time = timestamp(), let value = time as? Value { return value }
        if type == Supplier.ID.self, let id = try id(), let value = id as? Value { return value }
        if type == URL.self || type == Data.self || type == Decimal.self { return try foundationValue(type) }
        return try type.init(from: self)
    }

    /// The timestamp that stands here as most do, without a string made on the way; `nil` where `Timestamp` itself is to
    /// decode it or to say what is wrong.
    @inline(__always)
    private func timestamp() -> Timestamp? {
        guard isOf(.string), !source.tokens[index].isMarked else { return nil }
        let bytes = source.bytes
        return Timestamp(utf8: bytes.span.extracting(source.range(of: index)))
    }

    /// The id that stands here as most do, likewise.
    @inline(__always)
    private func id() throws -> Supplier.ID? {
        if isOf(.string) { return Supplier.ID(try string()) }
        guard isOf(.number), !source.tokens[index].isMarked else { return nil }
        return source.integer(at: index, as: Int.self).map { Supplier.ID($0) }
    }

    /// A URL from its text, data from base 64, a decimal number from a number.
    @inline(never)
    private func foundationValue<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value: (any Sendable)?
        let expected: String
        switch type {
        case is URL.Type:
            expected = "a URL"
            value = URL(string: try string())
        case is Data.Type:
            expected = "base 64"
            value = Data(base64Encoded: try string())
        default:
            expected = "a decimal number"
            guard isOf(.number) else { throw mismatch(type, expected: expected) }
            value = Decimal(string: String(decoding: source.bytes[source.range(of: index)], as: UTF8.self))
        }
        guard let value = value as? Value else {
            throw DecodingError.dataCorrupted(context(expected: expected))
        }
        return value
    }
}

extension RecordDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { isOf(.null) }
    func decode(_ type: Bool.Type) throws -> Bool { try bool() }
    func decode(_ type: String.Type) throws -> String { try string() }
    func decode(_ type: Double.Type) throws -> Double { try floatingPoint(type) }
    func decode(_ type: Float.Type) throws -> Float { try floatingPoint(type) }
    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }
}
