// Called by libFuzzer again and again; compiled by `Tests/Fuzzing/run`, in one module with the kit and the rooms it is about.

import FoundationEssentials

/// Decodes the bytes after the first one as a record of the format that the first one names, with a right checksum, and
/// compares the value with the one that is decoded again after encoding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecords(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start = unsafe start, count > 0 else { return 0 }
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let formats = [fuzzEntry, fuzzFailure, fuzzTable, fuzzIndex, fuzzEdits]
    formats[Int(bytes[0]) % formats.count](Array(bytes.dropFirst()))
    return 0
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
    let isSame = StoredResponse.Failure(failure.bytes) == failure
    precondition(!isExact([failure.failedAt, failure.retryAt]) || isSame, "a failure is encoded as it was decoded")
}

/// The table of a snapshot's pages, which begins with the snapshot's identity.
private func fuzzTable(_ bytes: [UInt8]) {
    let start = PageTable.bytes(of: identity, []).dropLast(5)
    _ = PageTable.refusedByteCount(in: sealed([2] + bytes))
    guard let pages = PageTable.pages(of: identity, in: sealed(start + bytes)) else { return }
    let again = PageTable.pages(of: identity, in: PageTable.bytes(of: identity, pages))
    let dates = pages.flatMap { [$0.response.receivedAt, $0.response.requestedAt] }
    precondition(!isExact(dates) || again == pages, "a table is encoded as it was decoded")
    for page in pages { use(page.response) }
}

/// The words of an index's runs and of its footer.
private func fuzzIndex(_ bytes: [UInt8]) {
    guard let id = Supplier.ID("a") else { return }
    var words = Array(bytes.prefix(bytes.count / 8 * 8)).words
    guard words.count >= 8 else { return }
    let footer = RecordIndex.Footer(identity: identity, entryCount: 0, badRecordCount: 0, blockCount: 0)
    // The footer's magic number and its identity are right in every other input.
    let (end, start) = (footer.words(after: []), words.count - 8)
    if bytes[0] % 2 == 0 { words.replaceSubrange(start..<start + 4, with: end[1..<5]) }
    words.insert(end[0], at: start)
    // Slots have checksums of the bytes that they name.
    let group = RecordIndex.group(of: XXH64.hash(of: id.rawValue.utf8.span))
    let slot = words.count - 9 - 2 * (RecordIndex.groupCount - group)
    if slot >= 0 {
        let entries = Array(words[..<min(slot, 2 * Int(words[slot] & 3))])
        words[slot + 1] = RecordIndex.checksum(of: entries.bytes, at: words[slot], group, ofRun: 0)
    }
    let blockCount = min(Int(clamping: words[words.count - 2]), words.count - 9)
    let content = (words + [RecordIndex.seal(of: Array(words[(words.count - 9 - blockCount)...]))]).bytes
    do throws(FileError) {
        let index = try RecordIndex(of: identity, byteCount: content.count) { offset, count in
            Array(content.dropFirst(offset).prefix(count))
        }
        guard let index else { return }
        let isSame = RecordIndex.Footer(index.footer.words(after: [])) == index.footer
        precondition(isSame, "a footer is encoded as it was decoded")
        let offsets = try index.byteOffsets(of: id) ?? []
        precondition(offsets.allSatisfy { (0..<1000).contains($0) }, "an offset is in the body")
    } catch {
        preconditionFailure("reading bytes in memory does not fail")
    }
}

private func fuzzEdits(_ bytes: [UInt8]) {
    let document = EditDocument(bytes)
    let again = EditDocument(document.bytes)
    let isSame = again.edits == document.edits && again.catalog == document.catalog && again.damagedLines.isEmpty
    precondition(isSame, "edits are encoded as they were decoded")
}

/// Whether dates are near enough to be encoded to the microsecond.
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
