import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// What is rendered where it is decoded.
@Suite(.timeLimit(.minutes(1)))
struct RenderingTests {
    /// Writes ids of even numbers, with a space after each.
    private struct EvenIDs: SupplierRendering {
        func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
            guard text[fields.id.upperBound - 1].isMultiple(of: 2) else { return false }
            for index in fields.id { output.append(text[index]) }
            output.append(UInt8(ascii: " "))
            return true
        }
    }

    private let url: URL

    init() throws {
        url = try #require(URL(string: "http://suppliers.example/catalog.json"))
    }

    private func render(
        _ body: [UInt8], cache: MemoryCache = MemoryCache(), isStrict: Bool = false
    ) async -> (
        text: String, count: Int, badRecords: [Supplier.BadRecord], suppliers: [Supplier], error: (any Error)?
    ) {
        var configuration = SupplierLoader.Configuration()
        configuration.isStrict = isStrict
        let loader = SupplierLoader(
            location: .remote(url), configuration: configuration, dataLoader: ScriptedDataLoader([url: .ok(body)]),
            cache: cache)
        var batches: [SupplierBatch] = []
        var failure: (any Error)?
        do {
            for try await batch in loader.suppliers(renderedBy: { EvenIDs() }) { batches.append(batch) }
        } catch {
            failure = error
        }
        return (
            String(decoding: batches.flatMap(\.rendered.bytes), as: UTF8.self),
            batches.reduce(0) { $0 + $1.rendered.count }, batches.flatMap(\.badRecords), batches.flatMap(\.suppliers),
            failure
        )
    }

    @Test func rendersInTheCatalogsOrderAndKeepsNoSuppliers() async {
        let result = await render(Records.catalog((1...2999).map { Records.record($0) }))
        #expect(result.text == (1...1499).map { "\($0 * 2) " }.joined())
        #expect(result.count == 1499)
        #expect(result.suppliers.isEmpty)
        #expect(result.error == nil)
    }

    @Test func deliversSuppliersUntilThereIsARenderer() async throws {
        let records = Records.catalog((1...2999).map { Records.record($0) })
        let loader = SupplierLoader(
            location: .remote(url), dataLoader: ScriptedDataLoader([url: .ok(records)]), cache: nil)
        let batchCount = Lock(0)
        var ids: [String] = []
        var renderedCount = 0
        let batches = loader.suppliers(renderedBy: {
            let number = batchCount.withLock { count in
                count += 1
                return count
            }
            return number > 1 ? EvenIDs() : nil
        })
        for try await batch in batches {
            renderedCount += batch.rendered.count
            ids += batch.suppliers.map(\.id.rawValue).filter { ($0.last?.wholeNumberValue ?? 1).isMultiple(of: 2) }
            ids += String(decoding: batch.rendered.bytes, as: UTF8.self).split(separator: " ").map(String.init)
        }
        #expect(ids == (1...1499).map { "\($0 * 2)" })
        #expect((1..<1499).contains(renderedCount))
    }

    @Test func namesBadRecordsByTheirPlace() async {
        let result = await render(Records.catalog([Records.record(2), "{}", Records.record(4)]))
        #expect(result.text == "2 4 ")
        #expect(result.badRecords.map(\.record) == [2])
    }

    @Test func endsAStrictCatalogAtItsFirstBadRecord() async {
        let result = await render(
            Records.catalog([Records.record(2), "{}", Records.record(4)]), isStrict: true)
        #expect(result.text == "2 ")
        guard case .badRecord(let record) = result.error as? CatalogError else {
            Testing.Issue.record("expected a bad record, found \(String(describing: result.error))")
            return
        }
        #expect(record.record == 2)
    }

    /// Suppliers that a renderer leaves out are none that the reader has.
    @Test func theSnapshotMayFollowWhatWasNotRendered() async {
        let snapshot = MemoryCache([CacheKey(snapshotOf: url): Records.catalog([2, 4, 6].map { Records.record($0) })])
        let odd = await render(Array("[\(Records.record(1)),\(Records.record(3)),{".utf8), cache: snapshot)
        #expect(odd.error == nil)
        #expect(odd.text == "2 4 6 ")
        let even = await render(Array("[\(Records.record(1)),\(Records.record(4)),{".utf8), cache: snapshot)
        #expect(even.error != nil)
        #expect(even.text == "4 ")
    }
}
