import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// What is rendered where it is decoded.
@Suite(.timeLimit(.minutes(1)))
struct RenderingTests {
    /// Writes ids of even numbers, with a space behind each.
    private struct EvenIDs: SupplierRendering {
        func render(_ supplier: Supplier, into output: inout [UInt8]) -> Bool {
            guard Int(supplier.id.rawValue)?.isMultiple(of: 2) == true else { return false }
            output += Array("\(supplier.id) ".utf8)
            return true
        }
    }

    /// The same, also right out of the catalog's bytes.
    private struct CopiedEvenIDs: SupplierCopying {
        func render(_ supplier: Supplier, into output: inout [UInt8]) -> Bool {
            EvenIDs().render(supplier, into: &output)
        }

        func render(_ places: SupplierPlaces, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
            guard text[places.id.upperBound - 1].isMultiple(of: 2) else { return false }
            for index in places.id { output.append(text[index]) }
            output.append(UInt8(ascii: " "))
            return true
        }
    }

    private let url: URL

    init() throws {
        url = try #require(URL(string: "http://suppliers.example/catalog.json"))
    }

    private func render(
        _ body: [UInt8], isCopied: Bool, cache: MemoryCache = MemoryCache(), isStrict: Bool = false
    ) async -> (text: String, count: Int, issues: [CatalogIssue], suppliers: [Supplier], error: (any Error)?) {
        var configuration = SupplierLoader.Configuration()
        configuration.isStrict = isStrict
        let loader = SupplierLoader(
            location: .remote(url), configuration: configuration, dataLoader: ScriptedDataLoader([url: .ok(body)]),
            cache: cache)
        var batches: [SupplierBatch] = []
        var failure: (any Error)?
        do {
            let renderer: any SupplierRendering = isCopied ? CopiedEvenIDs() : EvenIDs()
            for try await batch in loader.suppliers(renderedBy: renderer) { batches.append(batch) }
        } catch {
            failure = error
        }
        return (
            String(decoding: batches.flatMap(\.rendered.bytes), as: UTF8.self),
            batches.reduce(0) { $0 + $1.rendered.count }, batches.flatMap(\.issues), batches.flatMap(\.suppliers),
            failure
        )
    }

    @Test(arguments: [false, true])
    func rendersInTheCatalogsOrderAndKeepsNoSuppliers(isCopied: Bool) async {
        let result = await render(Records.catalog((1...2999).map { Records.record($0) }), isCopied: isCopied)
        #expect(result.text == (1...1499).map { "\($0 * 2) " }.joined())
        #expect(result.count == 1499)
        #expect(result.suppliers.isEmpty)
        #expect(result.error == nil)
    }

    @Test(arguments: [false, true])
    func namesBadRecordsByTheirPlace(isCopied: Bool) async {
        let result = await render(Records.catalog([Records.record(2), "{}", Records.record(4)]), isCopied: isCopied)
        #expect(result.text == "2 4 ")
        #expect(result.issues.map(\.record) == [2])
    }

    @Test(arguments: [false, true])
    func endsAStrictCatalogAtItsFirstBadRecord(isCopied: Bool) async {
        let result = await render(
            Records.catalog([Records.record(2), "{}", Records.record(4)]), isCopied: isCopied, isStrict: true)
        #expect(result.text == "2 ")
        guard case .fault(.badRecord(let issue)) = result.error as? CatalogError else {
            Testing.Issue.record("expected a bad record, found \(String(describing: result.error))")
            return
        }
        #expect(issue.record == 2)
    }

    @Test(arguments: [false, true])
    func leavesOutOfTheSnapshotWhatWasRendered(isCopied: Bool) async {
        let snapshot = MemoryCache([
            CacheKey(snapshotOf: url): Records.catalog([2, 4, 6, 2].map { Records.record($0) })
        ])
        let result = await render(
            Array("[\(Records.record(4)),\(Records.record(2)),{".utf8), isCopied: isCopied, cache: snapshot)
        #expect(result.text == "4 2 6 2 ")
        #expect(result.count == 4)
        #expect(result.suppliers.isEmpty)
        #expect(result.error == nil)
    }
}
