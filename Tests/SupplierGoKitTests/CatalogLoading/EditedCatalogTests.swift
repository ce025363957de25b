import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// Edits as a loader applies them, also to suppliers that are rendered where they are decoded.
@Suite(.timeLimit(.minutes(1)))
struct EditedCatalogTests {
    /// Writes ids, names and the names of edited fields.
    private struct Names: SupplierRendering {
        func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
            let name = String(decoding: text.extracting(fields.fullname))
            output += Array("\(name)[\(fields.edited.names.joined(separator: ","))]\n".utf8)
            return true
        }
    }

    private let directory: TemporaryDirectory
    private let now: Timestamp
    private let url = SampleData.catalogURL

    init() throws {
        directory = try TemporaryDirectory()
        now = try #require(Timestamp("2026-11-23T09:11:16.040Z"))
    }

    /// Supplier 2 has another name, 3 is removed, `new` is added.
    private func edits() throws -> SupplierEdits {
        var edits = SupplierEdits()
        try edits.change(
            [.fullname: "Zoë Müller"], of: Supplier.ID(2), original: SampleData.supplier(2), at: now)
        try edits.remove(Supplier.ID(3), original: SampleData.supplier(3, avatar: "3.png"), at: now)
        try edits.add(#require(Supplier.ID("new")), [.fullname: "Ana Lima", .company: "C"], at: now)
        return edits
    }

    private func loader(
        _ dataLoader: any DataLoading, cache: (any DataCaching)? = nil, _ edits: SupplierEdits,
        isOffline: Bool = false
    ) -> SupplierLoader {
        var configuration = SupplierLoader.Configuration()
        configuration.isOffline = isOffline
        var loader = SupplierLoader(
            location: .remote(url), configuration: configuration, dataLoader: dataLoader, cache: cache)
        loader.edits = edits
        return loader
    }

    private func names(_ loader: SupplierLoader) async throws -> (names: [String], edited: [SupplierEdits.Applied]) {
        var (names, edited): ([String], [SupplierEdits.Applied]) = ([], [])
        for try await batch in loader.suppliers() {
            names += batch.suppliers.map { "\($0.fullname)[\($0.editedFields.names.joined(separator: ","))]" }
            edited += batch.edited
        }
        return (names, edited)
    }

    private func rendered(_ loader: SupplierLoader) async throws -> (names: [String], edited: [SupplierEdits.Applied]) {
        var (bytes, edited): ([UInt8], [SupplierEdits.Applied]) = ([], [])
        var count = 0
        for try await batch in loader.suppliers(renderedBy: { Names() }) {
            bytes += batch.rendered.bytes
            count += batch.rendered.count
            edited += batch.edited
            #expect(batch.suppliers.isEmpty)
        }
        let names = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(names.count == count)
        return (names, edited)
    }

    @Test func areAppliedInBothWays() async throws {
        let body = SampleData.catalog(SampleData.suppliers(3000))
        let dataLoader = ScriptedDataLoader([url: .ok(body)])
        let expected =
            ["Supplier 1[]", "Zoë Müller[fullname]"] + (4...3000).map { "Supplier \($0)[]" }
            + ["Ana Lima[id,fullname,company,phone,email,avatar]"]
        let plain = try await names(loader(dataLoader, edits()))
        let bytes = try await rendered(loader(dataLoader, edits()))
        #expect(plain.names == expected)
        #expect(bytes.names == expected)
        #expect(plain.edited.map(\.edit.id.rawValue) == ["2", "3", "new"])
        #expect(bytes.edited == plain.edited)
        #expect(plain.edited.flatMap(\.conflicts).isEmpty)
        #expect(plain.edited[1].original?.fullname == "Supplier 3" && plain.edited[1].supplier == nil)
        #expect(try await names(loader(dataLoader, SupplierEdits())).names.count == 3000)
    }

    @Test func findEscapedAndDoubledIDs() async throws {
        let escaped = Records.record(2).replacing("\"2\"", with: "\"\\u0032\"")
        let dataLoader = ScriptedDataLoader([
            url: .ok(Records.catalog([escaped, Records.record(2), Records.record(3)]))
        ])
        for result in [try await names(loader(dataLoader, edits())), try await rendered(loader(dataLoader, edits()))] {
            #expect(result.names.prefix(2) == ["Zoë Müller[fullname]", "Zoë Müller[fullname]"])
            #expect(result.names.count == 3)
        }
    }

    @Test func anAddedSupplierIsThereOnceWhereTheCatalogHasIt() async throws {
        let own = Records.record(1).replacing("\"id\":\"1\"", with: "\"id\":\"new\"")
        let dataLoader = ScriptedDataLoader([url: .ok(Records.catalog([own, Records.record(1)]))])
        let result = try await rendered(loader(dataLoader, edits()))
        #expect(result.names.count == 2)
        #expect(result.names[0].hasPrefix("Ana Lima[fullname,company"))
        #expect(result.edited.first?.conflicts.contains(.fullname) == true)
    }

    @Test func areAppliedToWhatTheIndexFinds() async throws {
        let cache = DiskCache(directory: directory.path(of: "cache"))
        let dataLoader = ScriptedDataLoader([url: .ok(SampleData.catalog(SampleData.suppliers(300)))])
        _ = try await names(loader(dataLoader, cache: cache, SupplierEdits()))
        let offline = loader(ScriptedDataLoader([:]), cache: cache, try edits(), isOffline: true)
        let new = try #require(Supplier.ID("new"))
        for (id, name, readCount) in [
            (Supplier.ID(1), "Supplier 1", 1), (Supplier.ID(2), "Zoë Müller", 1), (Supplier.ID(3), nil, 0),
            (new, "Ana Lima", 1),
        ] {
            #expect(try await offline.supplier(withID: id)?.fullname == name)
            var count = 0
            for try await batch in offline.suppliers(renderedBy: { nil }, preferring: id) {
                count += batch.suppliers.count
            }
            #expect(count == readCount)
        }
    }

    @Test func mayNameAFileForTheAvatarOfARemoteCatalog() async throws {
        let path = try directory.write(SampleData.png(), to: "a b.png")
        let file = URL(filePath: path, directoryHint: .notDirectory).absoluteString
        var edits = SupplierEdits()
        try edits.change([.avatar: file], of: Supplier.ID(1), original: SampleData.supplier(1), at: now)
        let body = SampleData.catalog([SampleData.supplier(1)])
        let hostile = SampleData.catalog([SampleData.supplier(1, avatar: "file:///etc/passwd")])
        for (edits, body, isLoaded) in [(edits, body, true), (SupplierEdits(), hostile, false)] {
            let scripted = ScriptedDataLoader([
                url: .ok(body), URL(filePath: path, directoryHint: .notDirectory): .ok(SampleData.png()),
            ])
            let loader = loader(scripted, edits)
            var results: [Bool] = []
            for try await outcome in loader.avatars(for: loader.suppliers()) {
                if case .loaded = outcome.result { results.append(true) } else { results.append(false) }
            }
            #expect(results == [isLoaded])
        }
    }

    @Test func comeToAnEmptyCatalogAndNotToABrokenOne() async throws {
        let empty = ScriptedDataLoader([url: .ok(Array("[]".utf8))])
        #expect(try await names(loader(empty, edits())).names.count == 1)
        let broken = loader(ScriptedDataLoader([url: .status(500)]), try edits())
        await #expect(throws: CatalogError.self) { try await names(broken) }
    }
}
