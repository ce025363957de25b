/// A value whose parts may hold a secret, and whose description does not: mirrors, `dump` and debuggers show the
/// description alone.
public protocol Redacted: CustomStringConvertible, CustomReflectable {}

extension Redacted {
    /// The description alone.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}

extension Redacted where Self: LocalizedError {
    /// The description.
    public var errorDescription: String? { description }
}
