/// What is kept beside an entry's bytes: by what they are known, and what their server said.
struct EntryRecord: Sendable, Hashable {
    /// The extended attribute that holds it.
    ///
    /// Behind a name as short as this one ext4 has room for 68 bytes in a file's inode, and takes a block of its own for each file
    /// that has more. The record of a usual answer is shorter than that.
    static let attribute = "user.sgo"

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

/// A record in bytes: what freshness needs of the response, as numbers, then the packed response, then the seal.
///
/// The seal is that of a name and a size as well, which stand nowhere: a file that is another one's, or was cut short, has
/// no record. The version is also that of the rules by which the response's fields were read: ``FreshnessTerms`` that
/// mean something else need another one.
extension EntryRecord {
    private static let version: UInt8 = 3

    /// Bytes of the seal: it notices all but one of 4 billion damages, and the entry's bytes have a checksum of their own.
    private static let sealByteCount = 4

    /// What the second byte says; 0 where there is no response.
    fileprivate enum Mark {
        static let ground: UInt8 = 0xf
        static let allowsStale: UInt8 = 0x10
        static let varies: UInt8 = 0x20
        static let hasStaleTimes: UInt8 = 0x40
    }

    /// The record in bytes.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: 96 + (response?.bytes.count ?? 0)) { bytes in
            bytes.append(Self.version)
            bytes.append(response?.terms.marks ?? 0)
            bytes.append(word: checksum)
            if let response {
                bytes.append(response.terms)
                // Mostly a moment after the response was received.
                bytes.append(compact: modifiedNanoseconds &- response.terms.receivedAt &* 1000)
                bytes.append(copying: response.bytes.span)
            } else {
                bytes.append(compact: modifiedNanoseconds)
            }
            bytes.append(halfWord: Self.seal(of: bytes.span, nameWord, byteCount))
        }
        return bytes
    }

    /// Names are parts of hashes: none is as close to another as two sizes are.
    private static func seal(of bytes: Span<UInt8>, _ nameWord: UInt64, _ byteCount: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: XXH64.hash(of: bytes, seed: nameWord &+ UInt64(byteCount)))
    }

    /// Reads ``bytes``; `nil` where they are damaged, those of another entry, or of another version.
    init?(_ bytes: Span<UInt8>, nameWord: UInt64, byteCount: Int) {
        let end = bytes.count - Self.sealByteCount
        guard end >= 10, bytes[0] == Self.version,
            bytes.halfWord(at: end) == Self.seal(of: bytes.extracting(0..<end), nameWord, byteCount)
        else { return nil }
        let marks = bytes[1]
        var index = 10
        var terms: FreshnessTerms?
        if marks != 0 {
            guard let read = FreshnessTerms(marked: marks, in: bytes, at: &index) else { return nil }
            terms = read
        }
        guard let nanoseconds = bytes.compactSignedNumber(at: &index), index <= end else { return nil }
        self.init(
            nameWord: nameWord, byteCount: byteCount, checksum: bytes.word(at: 2),
            modifiedNanoseconds: nanoseconds &+ (terms?.receivedAt ?? 0) &* 1000,
            response: terms.map { PackedResponse(terms: $0, bytes: [UInt8](copying: bytes.extracting(index..<end))) })
    }
}

extension FreshnessTerms {
    fileprivate var marks: UInt8 {
        ground.rawValue | (allowsStale ? EntryRecord.Mark.allowsStale : 0) | (varies ? EntryRecord.Mark.varies : 0)
            | (staleWhileRevalidate == nil && staleIfError == nil ? 0 : EntryRecord.Mark.hasStaleTimes)
    }

    fileprivate init?(marked marks: UInt8, in bytes: Span<UInt8>, at index: inout Int) {
        guard let ground = Ground(rawValue: marks & EntryRecord.Mark.ground),
            let receivedAt = bytes.compactSignedNumber(at: &index), let initialAge = bytes.compactTime(at: &index),
            let lifetime = bytes.compactTime(at: &index)
        else { return nil }
        var staleTimes: (whileRevalidate: Int?, ifError: Int?) = (nil, nil)
        if marks & EntryRecord.Mark.hasStaleTimes != 0 {
            guard let whileRevalidate = bytes.compactSignedNumber(at: &index),
                let ifError = bytes.compactSignedNumber(at: &index)
            else { return nil }
            staleTimes = (Self.seconds(whileRevalidate), Self.seconds(ifError))
        }
        self.init(
            ground: ground, lifetime: lifetime, receivedAt: receivedAt, initialAge: initialAge,
            staleWhileRevalidate: staleTimes.whileRevalidate, staleIfError: staleTimes.ifError,
            allowsStale: marks & EntryRecord.Mark.allowsStale != 0, varies: marks & EntryRecord.Mark.varies != 0)
    }

    private static func seconds(_ number: Int64) -> Int? {
        number < 0 ? nil : min(Int(number), CacheControl.longest)
    }
}

extension OutputSpan<UInt8> {
    fileprivate mutating func append(_ terms: FreshnessTerms) {
        append(compact: terms.receivedAt)
        append(time: terms.initialAge)
        append(time: terms.lifetime)
        guard terms.marks & EntryRecord.Mark.hasStaleTimes != 0 else { return }
        append(compact: Int64(terms.staleWhileRevalidate ?? -1))
        append(compact: Int64(terms.staleIfError ?? -1))
    }

    /// Adds microseconds: as twice as many seconds where they are whole ones, else as twice as many and one.
    private mutating func append(time: Int64) {
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: FreshnessTerms.microsecondsInSecond)
        append(compact: rest == 0 ? seconds << 1 : time << 1 | 1)
    }
}

extension Span<UInt8> {
    fileprivate func compactTime(at index: inout Int) -> Int64? {
        compactSignedNumber(at: &index).map { number in
            number & 1 == 0 ? (number >> 1) &* FreshnessTerms.microsecondsInSecond : number >> 1
        }
    }
}
