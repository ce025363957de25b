/// Decodes any `Decodable` from a scanned record, with the answers of Foundation's `JSONDecoder`.
///
/// It differs where the catalog's rules do: of members with one name the last counts, names are compared byte by byte,
/// and a name that is no text matches nothing. It is three words, so that the existentials of `Codable` hold it without
/// allocating, and it finds coding paths only when they are asked for.
struct RecordDecoder: Decoder {
    let source: RecordSource

    /// The index of the value's token; -1 for a value that is not there and counts as null.
    let index: Int

    /// The path of a value that is not there.
    let absentPath: AbsentPath?

    init(source: RecordSource, index: Int) {
        self.source = source
        self.index = index
        absentPath = nil
    }

    /// Creates a decoder of a null that no token stands for.
    init(source: RecordSource, absentAt path: [any CodingKey]) {
        self.source = source
        index = -1
        absentPath = AbsentPath(path)
    }

    var codingPath: [any CodingKey] { absentPath?.keys ?? source.path(of: index) }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    var kind: JSONToken.Kind { absentPath == nil ? source.tokens[index].kind : .null }

    @inline(__always)
    func isOf(_ kind: JSONToken.Kind) -> Bool {
        absentPath == nil ? source.tokens[index].isOf(kind) : kind == .null
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try record(keyedBy: type))
    }

    /// The container that ``container(keyedBy:)`` wraps.
    @inline(__always)
    func record<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedRecordContainer<Key> {
        guard isOf(.object) else { throw mismatch([String: Any].self, expected: "an object") }
        return KeyedRecordContainer(source: source, index: index)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard isOf(.array) else { throw mismatch([Any].self, expected: "an array") }
        return UnkeyedRecordContainer(source: source, index: index)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    /// The error of a value that is of another kind than the one asked for.
    func mismatch(_ type: any Any.Type, expected: String) -> DecodingError {
        let context = context(expected: expected)
        return kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// What an error says of a value that is not what was expected.
    func context(expected: String) -> DecodingError.Context {
        let limit = "a record of at most \(RecordScanner.recordByteLimit) bytes"
        let mismatch = ValueMismatch(
            expected: kind == .oversized ? limit : expected,
            found: absentPath == nil ? source.description(of: index) : "null")
        return DecodingError.Context(
            codingPath: codingPath, debugDescription: "expected \(mismatch.expected), found \(mismatch.found)",
            underlyingError: mismatch)
    }

    /// The error of a string that is no text.
    func corrupted(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
    }

    /// A path that is kept because no token gives it.
    final class AbsentPath: Sendable {
        let keys: [any CodingKey]

        init(_ keys: [any CodingKey]) {
            self.keys = keys
        }
    }
}
