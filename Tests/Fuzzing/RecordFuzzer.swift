import FoundationEssentials

/// Decodes the bytes after the first one as a record of the format that the first one names, with a right checksum, and
/// compares the value with the one that is decoded again after encoding.
func fuzzRecords(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let formats = [fuzzEntry, fuzzFailure, fuzzTable, fuzzIndex, fuzzEdits]
    formats[Int(first) % formats.count](Array(bytes.dropFirst()))
}

private let identity = ContentIdentity(byteCount: 1000, modifiedAt: 7)

private func fuzzEntry(_ bytes: [UInt8]) {
    let key = CacheKey(avatarAt: "https://x.test/a.png")
    let owner = EntryRecord.Owner(key, byteCount: 3)
    guard let record = EntryRecord(sealed([5] + bytes, seed: owner.seed), of: owner) else { return }
    let again = EntryRecord(record.bytes(of: owner), of: owner)
    let dates = [record.response?.receivedAt, record.response?.requestedAt]
    precondition(!isExact(dates) || again == record, "a record is encoded as it was decoded")
    if let response = record.response { use(response) }
}

private func fuzzFailure(_ bytes: [UInt8]) {
    guard let failure = StoredResponse.Failure(sealed([2] + bytes)) else { return }
    let isSame = StoredResponse.Failure(failure.bytes()) == failure
    precondition(!isExact([failure.failedAt, failure.retryAt]) || isSame, "a failure is encoded as it was decoded")
}

/// The table of a snapshot's pages, which begins with the snapshot's identity.
private func fuzzTable(_ bytes: [UInt8]) {
    let start = Snapshot.PageTable.bytes(of: identity, []).dropLast(5)
    guard let pages = Snapshot.PageTable.pages(of: identity, in: sealed(start + bytes)) else { return }
    let again = Snapshot.PageTable.pages(of: identity, in: Snapshot.PageTable.bytes(of: identity, pages))
    let dates = pages.flatMap { [$0.response.receivedAt, $0.response.requestedAt] }
    precondition(!isExact(dates) || again == pages, "a table is encoded as it was decoded")
    for page in pages { use(page.response) }
}

/// The words of an index's entries and of its footer.
private func fuzzIndex(_ bytes: [UInt8]) {
    guard let id = Supplier.ID("a"), let first = bytes.first else { return }
    var words = (0..<bytes.count / 8).map { bytes.span.word(at: 8 * $0) }
    let footer = RecordIndex.footer(of: identity, 0, badRecordCount: 0)
    // The footer is right in every other input.
    if first % 2 == 0 { words += footer } else { words.append(footer[0]) }
    guard let index = RecordIndex(words.bytes, of: identity, lookingUp: id) else { return }
    precondition(index.entryCount == words.count - footer.count, "all words but the footer are entries")
    precondition(index.byteOffsets.allSatisfy { $0 >= 0 }, "an offset can be read at")
}

private func fuzzEdits(_ bytes: [UInt8]) {
    let document = EditDocument(bytes)
    let again = EditDocument(document.bytes)
    let isSame = again.edits == document.edits && again.catalog == document.catalog && again.damagedLines.isEmpty
    precondition(isSame, "edits are encoded as they were decoded")
}

/// Dates are near enough to be encoded to the microsecond.
private func isExact(_ dates: [Date?]) -> Bool {
    dates.allSatisfy { abs($0?.timeIntervalSinceReferenceDate ?? 0) < 2e9 }
}

/// Uses a response in each way that depends on its numbers.
private func use(_ response: StoredResponse) {
    let freshness = Freshness(of: response, assuming: .avatars)
    _ = (freshness.state(at: .now), response.expiresText, response.conditions, response.updated(by: response))
}

private func sealed(_ record: [UInt8], seed: UInt64 = 0) -> [UInt8] {
    let seal = XXH64.hash(of: record.span, seed: seed)
    return record + (0..<4).map { UInt8(truncatingIfNeeded: seal >> UInt64(8 * $0)) }
}
