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
        ("Sources/SupplierGoFleet", []),
    ])
    func unsafeCodeHasFewHomes(folder: String, homes: [String]) throws {
        let sources = try sources(in: folder)
        #expect(sources.count > 5)
        for (path, text) in sources where !homes.contains(where: path.hasPrefix) {
            #expect(!words(of: text).contains("unsafe"), "\(path)")
        }
    }

    @Test func onlyTheEngineImportsLibcurl() throws {
        let importers = try sources(in: "Sources").filter { $0.value.contains("import CCurl") }.keys
        #expect(!importers.isEmpty)
        for path in importers { #expect(path.hasPrefix("SupplierGoKit/Transfer/Curl/"), "\(path)") }
    }

    @Test func oneFileImportsThePlatform() throws {
        let few = ["import CSystem": "System/", "import Dispatch": "System/", "import Synchronization": ""]
        for (path, text) in try sources(in: "Sources/SupplierGoKit") where path != "System/Platform.swift" {
            for line in text.split(separator: "\n") where line.contains(#/^[a-z@ ]*import /#) {
                let room = few.first { line.hasSuffix($0.key) }?.value
                #expect(line.hasSuffix("import CCurl") || room.map(path.hasPrefix) == true, "\(path): \(line)")
            }
        }
        for module in ["SupplierGoFleet", "SupplierGoTesting"] {
            for (path, text) in try sources(in: "Sources/\(module)") {
                let modules = words(of: text).intersection(["Glibc", "Foundation", "FoundationEssentials", "Dispatch"])
                #expect(modules == [], "\(path)")
            }
        }
    }

    /// The calls that the design note `Platforms` lists.
    @Test func callsOfLinuxStandInSystemOnly() throws {
        let calls: Set<Substring> = [
            "Glibc", "renameat2", "copy_file_range", "fsetxattr", "fgetxattr", "lgetxattr", "fremovexattr", "ENODATA",
            "fcntl", "flock", "posix_fadvise", "st_atim", "st_mtim", "st_ctim", "SOCK_CLOEXEC", "SOCK_STREAM",
            "SHUT_RDWR", "socketpair", "getrlimit", "newlocale", "strxfrm_l", "pipe2", "accept4", "statx", "epoll",
        ]
        for (path, text) in try sources(in: "Sources/SupplierGoKit") where !path.hasPrefix("System/") {
            #expect(words(of: text).isDisjoint(with: calls), "\(path)")
        }
    }

    @Test(arguments: [
        ("Suppliers", ["errno", "FileManager"]), ("Images", ["errno", "FileManager"]),
        ("HTTP", ["errno", "FileManager"]), ("Catalog", ["errno", "FileManager"]),
        ("CatalogLoading", ["ProcessInfo"]), ("Avatars", ["ProcessInfo"]),
    ])
    func roomsLeaveTheSystemToOthers(room: String, others: [Substring]) throws {
        let forbidden = Set(others + ["print", "exit", "getenv"])
        for (path, text) in try sources(in: "Sources/SupplierGoKit/\(room)") {
            #expect(words(of: text).isDisjoint(with: forbidden), "\(room)/\(path)")
        }
    }

    @Test(arguments: [("SupplierGoKit", 30...34), ("SupplierGoFleet", 1...5)])
    func everyPublicTypeIsOnTheLandingPage(module: String, expectedCount: ClosedRange<Int>) throws {
        let page = Self.repository.appending(path: "Sources/\(module)/\(module).docc/\(module).md")
        let topics = Set(try String(contentsOf: page, encoding: .utf8).split(separator: "\n"))
        var count = 0
        for text in try sources(in: "Sources/\(module)").values {
            for line in text.split(separator: "\n") where line.hasPrefix("public ") && !line.hasPrefix("public import ")
            {
                let words = line.split { !$0.isLetter && !$0.isNumber }.dropFirst()
                guard let name = words.first(where: { $0.first?.isUppercase == true }) else { continue }
                #expect(topics.contains("- ``\(name)``"), "\(name)")
                count += 1
            }
        }
        #expect(expectedCount.contains(count), "\(count)")
    }

    @Test func theCommandLineUsesThePublicKitOnly() throws {
        for (path, text) in try sources(in: "Sources/suppliergo") {
            #expect(!text.contains("@testable"), "\(path)")
            #expect(!text.contains("import Foundation\n"), "\(path)")
        }
    }

    /// Each limit is the room's number of lines of code when it was last set, and at most 100 more: it falls as the
    /// room does.
    @Test(arguments: [
        ("SupplierGoKit", 15_180),
        ("SupplierGoKit/Catalog", 3120),
        ("SupplierGoKit/CatalogLoading", 1215),
        ("SupplierGoKit/Avatars", 945),
        ("SupplierGoKit/Transfer", 2495),
        ("SupplierGoKit/Cache", 1755),
        ("SupplierGoKit/Suppliers", 1920),
        ("SupplierGoKit/System", 2415),
        ("SupplierGoKit/HTTP", 360),
        ("SupplierGoKit/Images", 275),
        ("SupplierGoKit/Streams", 225),
        ("SupplierGoFleet", 785),
        ("SupplierGoTesting", 635),
        ("suppliergo", 15_480),
    ])
    func roomsStaySmall(room: String, limit: Int) throws {
        let lines = try sources(in: "Sources/\(room)").values.flatMap { $0.split(separator: "\n") }
        let count = lines.map { $0.drop { $0 == " " } }.count { !$0.isEmpty && !$0.hasPrefix("//") }
        #expect(count > 100 && count <= limit, "\(count)")
    }

    @Test func theKitHasFewTopLevelTypes() throws {
        let (modifiers, kinds) = (["public", "package", "final"], ["struct", "class", "enum", "actor", "protocol"])
        let lines = try sources(in: "Sources/SupplierGoKit").values.flatMap { $0.split(separator: "\n") }
        let count = lines.count { line in
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            return words.drop { modifiers.contains(String($0)) }.first.map { kinds.contains(String($0)) } ?? false
        }
        #expect(count > 100 && count <= 149, "\(count)")
    }

    /// A file is a thought: what a main type alone needs stands beside it.
    @Test func thereAreFewFiles() throws {
        let count = try sources(in: "Sources").count
        #expect(count > 300 && count <= 340, "\(count)")
    }

    @Test(arguments: [("Sources", 300), ("Tests", 400)])
    func filesStayShort(folder: String, limit: Int) throws {
        for (path, text) in try sources(in: folder) {
            #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= limit, "\(path)")
        }
    }

    @Test(arguments: ["Sources", "Tests"])
    func linesStayShort(folder: String) throws {
        for (path, text) in try sources(in: folder) {
            for line in text.split(separator: "\n") { #expect(line.count <= 120, "\(path): \(line)") }
        }
    }

    @Test func thereAreNoPackageDependencies() throws {
        let manifest = try String(contentsOf: Self.repository.appending(path: "Package.swift"), encoding: .utf8)
        #expect(!manifest.contains(".package("))
    }
}
