import FoundationEssentials
import TestSupport
import Testing

/// Holds the sources to the rooms and their arrows, which the compiler does not do for folders of one module.
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

    /// The words of a text without its comments.
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

    /// The rooms of the kit that each room may know besides `Streams` and `System`; values may know `System/Bytes` only.
    private static let arrows: [(room: String, known: Set<String>)] = [
        ("Suppliers", ["System/Bytes"]), ("Images", ["System/Bytes"]), ("HTTP", ["System/Bytes"]),
        ("Catalog", shared.union(["Suppliers", "HTTP"])), ("Transfer", shared.union(["HTTP"])),
        ("Cache", shared.union(["HTTP"])), ("CatalogLoading", below), ("Avatars", below.union(["ObjectStore"])),
        ("Streams", system), ("System", system), ("ObjectStore", shared.union(["Transfer", "Cache", "HTTP"])),
    ]

    private static let system: Set = ["System/Bytes", "System/Files", "System/Hashing", "System/Threads"]
    private static let shared = system.union(["Streams"])
    private static let below = shared.union(["Catalog", "Transfer", "Cache", "Images", "Suppliers", "HTTP"])
    private static let rooms = below.union(["CatalogLoading", "Avatars", "ObjectStore"])

    /// The types that a room declares, but for private ones.
    private func types(of room: String) throws -> Set<Substring> {
        let modifiers: Set<Substring> = [
            "public", "package", "final", "indirect", "@unchecked", "@safe", "nonisolated",
        ]
        let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol"]
        var types: Set<Substring> = []
        for text in try sources(in: "Sources/SupplierGoKit/\(room)").values {
            for line in text.split(separator: "\n") where line.first?.isLetter == true || line.first == "@" {
                let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "@" }.drop { modifiers.contains($0) }
                if let kind = words.first, kinds.contains(kind), let name = words.dropFirst().first {
                    types.insert(name)
                }
            }
        }
        return types
    }

    @Test(arguments: arrows)
    func roomsKnowOnlyTheRoomsBelowThem(room: String, known: Set<String>) throws {
        let sources = try sources(in: "Sources/SupplierGoKit/\(room)")
        #expect(!sources.isEmpty)
        for stranger in Self.rooms.subtracting(known) where stranger != room && !stranger.hasPrefix(room + "/") {
            let types = try types(of: stranger)
            for (path, text) in sources {
                let foreign = words(of: text).intersection(types)
                #expect(foreign.isEmpty, "\(room)/\(path) knows \(foreign.sorted()) of \(stranger)")
            }
        }
    }

    @Test(arguments: [
        ("Suppliers", ["Glibc", "FileManager"]), ("Images", ["Glibc", "FileManager"]),
        ("HTTP", ["Glibc", "FileManager"]), ("Catalog", ["Glibc", "FileManager"]),
        ("CatalogLoading", ["ProcessInfo"]), ("Avatars", ["ProcessInfo"]),
    ])
    func roomsLeaveTheSystemToOthers(room: String, others: [Substring]) throws {
        let forbidden = Set(others + ["print", "exit", "getenv"])
        for (path, text) in try sources(in: "Sources/SupplierGoKit/\(room)") {
            #expect(words(of: text).isDisjoint(with: forbidden), "\(room)/\(path)")
        }
    }

    @Test func everyPublicTypeIsOnTheLandingPage() throws {
        let page = Self.repository.appending(path: "Sources/SupplierGoKit/SupplierGoKit.docc/SupplierGoKit.md")
        let topics = Set(try String(contentsOf: page, encoding: .utf8).split(separator: "\n"))
        var count = 0
        for text in try sources(in: "Sources/SupplierGoKit").values {
            for line in text.split(separator: "\n") where line.hasPrefix("public ") && !line.hasPrefix("public import ")
            {
                let words = line.split { !$0.isLetter && !$0.isNumber }.dropFirst()
                guard let name = words.first(where: { $0.first?.isUppercase == true }) else { continue }
                #expect(topics.contains("- ``\(name)``"), "\(name)")
                count += 1
            }
        }
        #expect(count > 40)
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
