extension StoredResponse {
    /// A failure to load bytes, kept so that they are not requested again at once.
    package struct Failure: Sendable, Hashable {
        /// The URL that was requested.
        package let url: String

        /// The server's status; `nil` if it did not answer.
        package let status: HTTPStatus?

        /// The reason, in one clause.
        package let reason: String

        /// When it happened, to the microsecond.
        package let failedAt: Date

        /// When it is worth asking again, to the microsecond; `nil` for at once.
        package let retryAt: Date?

        /// The server said so to fields of the user's own: others may get something else.
        package var isPersonal = false

        /// Creates a value.
        package init(url: String, status: HTTPStatus?, reason: String, failedAt: Date, retryAt: Date?) {
            self.url = url
            self.status = status
            self.reason = reason
            self.failedAt = failedAt.roundedToMicroseconds
            self.retryAt = retryAt?.roundedToMicroseconds
        }
    }
}

extension StoredResponse.Failure: Redacted {
    /// The URL without secrets, and the reason.
    package var description: String { "\(url.asShownURL): \(reason.shownText())" }
}

extension StoredResponse.Failure {
    /// The longest wait in seconds that later runs respect: a day. A request itself waits for at most
    /// ``RetryPolicy/longestWaitInRequest``.
    static let longestWait: TimeInterval = 86_400

    /// The time in seconds for which a URL is not requested after its server accepted a connection and then sent
    /// nothing: ten minutes.
    static let waitAfterSilence: TimeInterval = 600

    /// The end of the wait, a host's or an avatar's, or `nil` if it is over. A record that was crafted, or made by a
    /// wrong clock, holds for a day at most.
    package func waitEnd(at now: Date) -> Date? {
        guard let retryAt, Freshness.isPast(failedAt, at: now) else { return nil }
        let end = min(retryAt, failedAt.addingTimeInterval(Self.longestWait))
        return now < end ? end : nil
    }
}

extension StoredResponse.Failure {
    private static let version: UInt8 = 2

    /// The value as bytes.
    ///
    /// - Parameter seed: what they belong to, without which they cannot be read. Default: nothing.
    package func bytes(seed: UInt64 = 0) -> [UInt8] {
        var writer = ByteWriter(version: Self.version)
        writer.append(url)
        writer.append(count: UInt64(clamping: status?.code ?? 0))
        writer.append(reason)
        writer.append(failedAt)
        if let retryAt {
            writer.append(retryAt)
            if isPersonal { writer.append(byte: 1) }
        }
        return writer.sealed(seed: seed)
    }

    /// Reads ``bytes(seed:)``; `nil` if they are damaged, or have another seed.
    package init?(_ bytes: [UInt8], seed: UInt64 = 0) {
        do throws(ByteReader.Damage) {
            var reader = try ByteReader(bytes, version: Self.version, seed: seed)
            url = try reader.text()
            status = try reader.status()
            reason = try reader.text()
            failedAt = try reader.date()
            retryAt = reader.isAtEnd ? nil : try reader.date()
            isPersonal = reader.isAtEnd ? false : try reader.byte() == 1
        } catch {
            return nil
        }
    }
}

extension StoredResponse {
    /// The end of the time in which an avatar counts as missing: an hour after the response, or earlier if it says so.
    /// `nil` if the avatar is not missing, or must be requested again at once.
    package var missingUntil: Date? {
        guard status.isGone else { return nil }
        let freshness = Freshness(of: self, assuming: .missingAvatars)
        guard freshness.isFresh(at: receivedAt) else { return nil }
        let limit = TimeInterval(Freshness.Assumptions.missingAvatars.lifetime)
        return min(freshness.freshUntil, receivedAt.addingTimeInterval(limit))
    }
}
