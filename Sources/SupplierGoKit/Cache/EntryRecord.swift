/// What is kept beside an entry's bytes: by what they are known, and what their server said.
struct EntryRecord: Sendable, Hashable {
    /// The extended attribute that holds it.
    static let attribute = "user.suppliergo"

    /// Whose it is (``CacheName/word``): a file that was put in place of another one brings its own record along.
    let nameWord: UInt64

    /// How many bytes there are.
    let byteCount: Int

    /// Their ``XXH64``.
    let checksum: UInt64

    /// When the file was written, in nanoseconds since 1970: whoever writes to it changes that.
    let modifiedNanoseconds: Int64

    /// What the server said; `nil` for what came from elsewhere.
    let response: PackedResponse?

    init(
        nameWord: UInt64, byteCount: Int, checksum: UInt64, modifiedNanoseconds: Int64, response: PackedResponse?
    ) {
        self.nameWord = nameWord
        self.byteCount = byteCount
        self.checksum = checksum
        self.modifiedNanoseconds = modifiedNanoseconds
        self.response = response
    }

    /// The record without what the server said, for a file that may be another one: only its bytes can tell.
    var withoutResponse: EntryRecord {
        EntryRecord(
            nameWord: nameWord, byteCount: byteCount, checksum: checksum, modifiedNanoseconds: modifiedNanoseconds,
            response: nil)
    }

    /// The same bytes' record with what the server said of them later.
    func with(_ response: PackedResponse) -> EntryRecord {
        EntryRecord(
            nameWord: nameWord, byteCount: byteCount, checksum: checksum, modifiedNanoseconds: modifiedNanoseconds,
            response: response)
    }
}

/// A record in bytes: words of 64 bits, the lowest byte first, then the packed response, then the seal.
///
/// What freshness needs of the response stands in words of its own, so that a lookup reads no text. The version is also
/// that of the rules by which they were read: ``FreshnessTerms`` that mean something else need another one.
extension EntryRecord {
    private static let version: UInt64 = 2

    /// Where words are, in bytes; those from `receivedAt` on only where there is a response.
    fileprivate enum Place {
        static let kind = 0
        static let byteCount = 8
        static let checksum = 16
        static let modifiedNanoseconds = 24
        static let nameWord = 32
        static let receivedAt = 40
        static let initialAge = 48
        static let lifetime = 56
        static let staleWhileRevalidate = 64
        static let staleIfError = 72
        static let response = 80
    }

    /// What the first word says besides the version.
    fileprivate enum Mark {
        static let ground: UInt64 = 8
        static let allowsStale: UInt64 = 1 << 16
        static let varies: UInt64 = 1 << 17
    }

    /// The record in bytes.
    var bytes: [UInt8] {
        let room = response.map { Place.response + $0.bytes.count } ?? Place.receivedAt
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: room + 8) { bytes in
            bytes.append(word: Self.version | (response.map { Self.marks(of: $0.terms) } ?? 0))
            bytes.append(number: Int64(byteCount))
            bytes.append(word: checksum)
            bytes.append(number: modifiedNanoseconds)
            bytes.append(word: nameWord)
            if let response {
                let terms = response.terms
                bytes.append(number: terms.receivedAt)
                bytes.append(number: terms.initialAge)
                bytes.append(number: terms.lifetime)
                bytes.append(number: Int64(terms.staleWhileRevalidate ?? -1))
                bytes.append(number: Int64(terms.staleIfError ?? -1))
                bytes.append(copying: response.bytes.span)
            }
            bytes.append(word: XXH64.hash(of: bytes.span))
        }
        return bytes
    }

    private static func marks(of terms: FreshnessTerms) -> UInt64 {
        UInt64(terms.ground.rawValue) << Mark.ground | (terms.allowsStale ? Mark.allowsStale : 0)
            | (terms.varies ? Mark.varies : 0)
    }

    /// Reads ``bytes``; `nil` where they are damaged, or of another version.
    init?(_ bytes: [UInt8]) {
        self.init(bytes.span)
    }

    /// Reads ``bytes``; `nil` where they are damaged, or of another version.
    init?(_ bytes: Span<UInt8>) {
        let end = bytes.count - 8
        guard end >= Place.receivedAt, bytes.word(at: end) == XXH64.hash(of: bytes.extracting(0..<end)) else {
            return nil
        }
        let kind = bytes.word(at: Place.kind)
        guard kind & 0xff == Self.version else { return nil }
        var response: PackedResponse?
        if end > Place.receivedAt {
            guard end >= Place.response, let terms = FreshnessTerms(marked: kind, in: bytes) else { return nil }
            response = PackedResponse(terms: terms, bytes: [UInt8](copying: bytes.extracting(Place.response..<end)))
        }
        self.init(
            nameWord: bytes.word(at: Place.nameWord), byteCount: Int(bytes.number(at: Place.byteCount)),
            checksum: bytes.word(at: Place.checksum),
            modifiedNanoseconds: bytes.number(at: Place.modifiedNanoseconds), response: response)
    }
}

extension FreshnessTerms {
    fileprivate init?(marked marks: UInt64, in bytes: Span<UInt8>) {
        guard let ground = Ground(rawValue: UInt8(truncatingIfNeeded: marks >> EntryRecord.Mark.ground)) else {
            return nil
        }
        func seconds(at place: Int) -> Int? {
            let seconds = bytes.number(at: place)
            return seconds < 0 ? nil : min(Int(seconds), CacheControl.longest)
        }
        self.init(
            ground: ground, lifetime: bytes.number(at: EntryRecord.Place.lifetime),
            receivedAt: bytes.number(at: EntryRecord.Place.receivedAt),
            initialAge: bytes.number(at: EntryRecord.Place.initialAge),
            staleWhileRevalidate: seconds(at: EntryRecord.Place.staleWhileRevalidate),
            staleIfError: seconds(at: EntryRecord.Place.staleIfError),
            allowsStale: marks & EntryRecord.Mark.allowsStale != 0, varies: marks & EntryRecord.Mark.varies != 0)
    }
}

extension OutputSpan<UInt8> {
    /// Adds the eight bytes of a number with a sign, the lowest first.
    fileprivate mutating func append(number: Int64) { append(word: UInt64(bitPattern: number)) }
}

extension Span<UInt8> {
    /// The eight bytes from `index` as a number with a sign, the lowest byte first.
    fileprivate func number(at index: Int) -> Int64 { Int64(bitPattern: word(at: index)) }
}
