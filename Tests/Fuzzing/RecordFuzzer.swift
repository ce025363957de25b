// Called by libFuzzer again and again; compiled by `Tests/Fuzzing/run`, in one module with the rooms it is about.

import FoundationEssentials

/// Decodes the bytes as an entry's record and as a failure, each with a right checksum, and compares the values with those that
/// are decoded again after encoding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecords(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start = unsafe start, count > 0 else { return 0 }
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let key = CacheKey("https://x.test/a.png", in: CacheKey.Namespace(name: "images", fileExtensions: ["png"]))
    let owner = EntryRecord.Owner(key, byteCount: 3)
    if let record = EntryRecord(sealed(bytes, version: 5, seed: owner.seed), of: owner) {
        let again = EntryRecord(record.bytes(of: owner), of: owner)
        let dates = [record.response?.receivedAt, record.response?.requestedAt]
        precondition(!isExact(dates) || again == record, "a record is encoded as it was decoded")
        if let response = record.response { use(response) }
    }
    if let failure = StoredFailure(sealed(bytes, version: 2)) {
        let isSame = StoredFailure(failure.bytes) == failure
        precondition(!isExact([failure.failedAt, failure.retryAt]) || isSame, "a failure is encoded as it was decoded")
    }
    return 0
}

/// Whether dates are near enough to be encoded to the microsecond.
private func isExact(_ dates: [Date?]) -> Bool {
    dates.allSatisfy { abs($0?.timeIntervalSinceReferenceDate ?? 0) < 2e9 }
}

/// Uses a response in each way that depends on its numbers.
private func use(_ response: StoredResponse) {
    let freshness = Freshness(
        of: response, assuming: Freshness.Assumptions(lifetime: 60, usesLastModified: true, staleIfError: 60))
    _ = (freshness.state(at: .now), response.expiresText, response.conditions, response.updated(by: response))
}

private func sealed(_ bytes: [UInt8], version: UInt8, seed: UInt64 = 0) -> [UInt8] {
    let record = [version] + bytes
    let seal = XXH64.hash(of: record.span, seed: seed)
    return record + (0..<4).map { UInt8(truncatingIfNeeded: seal >> UInt64(8 * $0)) }
}
