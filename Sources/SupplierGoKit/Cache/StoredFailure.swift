public import FoundationEssentials

/// Why bytes could not be had when they were last asked for, so that they are not asked for again at once.
public struct StoredFailure: Sendable, Hashable {
    /// The URL that was asked.
    public let url: String

    /// The server's status; `nil` where it did not answer.
    public let status: HTTPStatus?

    /// What happened, in one clause.
    public let reason: String

    /// When it happened, to the microsecond.
    public let failedAt: Date

    /// When it is worth asking again, to the microsecond; `nil` for at once.
    public let retryAt: Date?

    /// Creates a value.
    public init(url: String, status: HTTPStatus?, reason: String, failedAt: Date, retryAt: Date?) {
        self.url = url
        self.status = status
        self.reason = reason
        self.failedAt = failedAt.roundedToMicroseconds
        self.retryAt = retryAt?.roundedToMicroseconds
    }
}

extension StoredFailure {
    private static let version: UInt8 = 1

    /// Reads ``bytes``; `nil` where they are damaged.
    init?(_ bytes: [UInt8]) {
        guard var reader = PackedValueReader(sealed: bytes), reader.integer(UInt8.self) == Self.version,
            let url = reader.text(), let code = reader.integer(UInt16.self), let reason = reader.text(),
            let failedAt = reader.date(), let hasRetry = reader.integer(UInt8.self), let retryAt = reader.date(),
            reader.isAtEnd
        else { return nil }
        self.init(
            url: url, status: code == 0 ? nil : HTTPStatus(Int(code)), reason: reason, failedAt: failedAt,
            retryAt: hasRetry == 0 ? nil : retryAt)
    }

    /// The value in bytes.
    var bytes: [UInt8] {
        var values = PackedValues()
        values.append(Self.version)
        values.append(url)
        values.append(UInt16(truncatingIfNeeded: status?.code ?? 0))
        values.append(reason)
        values.append(failedAt)
        values.append(UInt8(retryAt == nil ? 0 : 1))
        values.append(retryAt ?? failedAt)
        values.seal()
        return values.bytes
    }
}
