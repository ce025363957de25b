/// What value a decoder expected and what it found, kept as the cause of a `DecodingError`, so that a type that takes a value
/// for more than its kind can say so beside what was found.
struct ValueMismatch: Error, Equatable {
    /// What was expected, as a noun phrase.
    let expected: String

    /// What was found, as a noun phrase.
    let found: String
}

/// A type that says what it is decoded from, for the errors that say what was expected.
protocol ExpectationStating {
    /// What it is decoded from, as a noun phrase.
    static var expectation: String { get }
}

extension ExpectationStating {
    /// Decodes a part, and in its errors states this type's own expectation.
    static func stating<Value>(_ decode: () throws -> Value) throws -> Value {
        do {
            return try decode()
        } catch {
            throw stated(error)
        }
    }

    /// The error with this type's own expectation, where it is one about the kind of a value.
    static func stated(_ error: any Error) -> any Error {
        switch error {
        case DecodingError.typeMismatch(_, let context):
            DecodingError.typeMismatch(Self.self, stated(context))
        case DecodingError.valueNotFound(_, let context):
            DecodingError.valueNotFound(Self.self, stated(context))
        case DecodingError.dataCorrupted(let context) where context.underlyingError is ValueMismatch:
            DecodingError.dataCorrupted(stated(context))
        default:
            error
        }
    }

    private static func stated(_ context: DecodingError.Context) -> DecodingError.Context {
        let found = (context.underlyingError as? ValueMismatch).map { ", found \($0.found)" } ?? ""
        return DecodingError.Context(
            codingPath: context.codingPath, debugDescription: "expected \(expectation)\(found)",
            underlyingError: context.underlyingError)
    }
}
