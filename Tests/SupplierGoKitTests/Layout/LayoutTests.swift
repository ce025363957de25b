import FoundationEssentials
import TestSupport
import Testing

/// Holds the sources to the rooms, which folders of one module do not do by themselves.
struct LayoutTests {
    private static let repository = URL(filePath: TestData.directory).deletingLastPathComponent()

    /// The text of every Swift file under a folder, by its path from there.
    private func sources(in folder: String) throws -> [String: String] {
        let root = Self.repository.appending(path: folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path())
        return try Dictionary(
            uniqueKeysWithValues: paths.filter { $0.hasSuffix(".swift") }.map { path in
                (path, try String(contentsOf: root.appending(path: path), encoding: .utf8))
            })
    }

    /// The words of a text, without its comments.
    private func words(of text: String) -> Set<Substring> {
        var words: Set<Substring> = []
        for line in text.split(separator: "\n") {
            let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
            words.formUnion(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
        }
        return words
    }

    @Test(arguments: [
        ("Sources/SupplierGoKit", ["Transfer/Curl/", "System/"]), ("Sources/suppliergo", ["Process/", "Terminal/"]),
    ])
    func unsafeCodeHasFewHomes(folder: String, homes: [String]) throws {
        let sources = try sources(in: folder)
        #expect(sources.count > 10)
        for (path, text) in sources where !homes.contains(where: path.hasPrefix) {
            #expect(!words(of: text).contains("unsafe"), "\(path)")
        }
    }

    @Test func onlyTheEngineImportsLibcurl() throws {
        let importers = try sources(in: "Sources").filter { $0.value.contains("import CCurl") }.keys
        #expect(!importers.isEmpty)
        for path in importers { #expect(path.hasPrefix("SupplierGoKit/Transfer/Curl/"), "\(path)") }
    }

    @Test(arguments: [
        ("Suppliers", ["CatalogReader", "DataLoading", "DataCaching", "ImageHeader", "FileDescriptor", "Glibc"]),
        ("Images", ["Supplier", "CatalogReader", "DataLoading", "DataCaching", "FileDescriptor", "Glibc"]),
        ("Catalog", ["DataLoading", "DataRequest", "DataCaching", "DiskCache", "CacheKey", "ImageHeader"]),
        ("Cache", ["Supplier", "DataLoading", "DataRequest", "CatalogReader", "ImageHeader", "ImageKind"]),
        ("Transfer", ["Supplier", "CatalogReader", "DataCaching", "DiskCache", "CacheKey", "ImageHeader"]),
        ("HTTP", ["Supplier", "DataLoading", "DataCaching", "CatalogReader", "ImageHeader", "FileDescriptor"]),
        ("Streams", ["Supplier", "DataLoading", "DataCaching", "CatalogReader", "ImageHeader", "FileDescriptor"]),
        ("System", ["Supplier", "DataLoading", "DataCaching", "CatalogReader", "ImageHeader"]),
    ])
    func roomsKnowOnlyTheRoomsBelowThem(room: String, foreigners: [Substring]) throws {
        let sources = try sources(in: "Sources/SupplierGoKit/\(room)")
        #expect(!sources.isEmpty)
        for (path, text) in sources {
            #expect(words(of: text).isDisjoint(with: foreigners), "\(room)/\(path)")
        }
    }

    @Test func theCommandLineUsesThePublicKitOnly() throws {
        for (path, text) in try sources(in: "Sources/suppliergo") {
            #expect(!text.contains("@testable"), "\(path)")
            #expect(!text.contains("import Foundation\n"), "\(path)")
        }
    }

    @Test func filesStayShort() throws {
        for folder in ["Sources", "Tests"] {
            for (path, text) in try sources(in: folder) {
                #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 400, "\(folder)/\(path)")
            }
        }
    }

    @Test func thereAreNoPackageDependencies() throws {
        let manifest = try String(contentsOf: Self.repository.appending(path: "Package.swift"), encoding: .utf8)
        #expect(!manifest.contains(".package("))
    }
}
