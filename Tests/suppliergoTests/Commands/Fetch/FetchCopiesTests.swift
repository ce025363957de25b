import FoundationEssentials
import TestSupport
import Testing

@testable import suppliergo

/// `fetch --to`: avatars as files of a user's own.
@Suite struct FetchCopiesTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private func write(_ ids: [String], name: String = "Ann Bee") throws {
        let records = ids.enumerated().map { index, id in
            Samples.record(1, name: name, avatar: "\(index).png").replacing("\"id\":\"1\"", with: "\"id\":\"\(id)\"")
        }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        for index in ids.indices { try setting.directory.write(Samples.picture, to: "\(index).png") }
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: setting.directory.path(of: "faces"))
            .filter { $0 != AvatarCopies.listName }.sorted()
    }

    private func fetch(_ options: String = "") async throws -> ProcessResult {
        try await setting.shell("$0 fetch -c c.json --to faces \(options)")
    }

    @Test func copiesAvatarsAndBringsWhatIsMissing() async throws {
        try write(["1", "2", "3"])
        let first = try await fetch("'not:id:3'")
        #expect(first.status == 0 && first.errorOutput.contains("2 avatars in '"))
        #expect(try names() == ["1.png", "2.png"])
        try FileManager.default.removeItem(atPath: setting.directory.path(of: "faces/1.png"))
        #expect(try await fetch().status == 0)
        #expect(try names() == ["1.png", "2.png", "3.png"])
        let attributes = try FileManager.default.attributesOfItem(atPath: setting.directory.path(of: "faces/1.png"))
        #expect(attributes[.type] as? FileAttributeType == .typeRegular && attributes[.referenceCount] as? Int == 1)
        let list = try String(
            contentsOfFile: setting.directory.path(of: "faces/\(AvatarCopies.listName)"), encoding: .utf8)
        #expect(list.contains("{\"file\":\"1.png\",\"id\":\"1\",\"catalog\":\""))
    }

    /// A list may have been written before it had catalogs.
    @Test func replacesPicturesOfAListWithoutCatalogs() async throws {
        try write(["1"])
        #expect(try await fetch().status == 0)
        let list = Array("{\"file\":\"1.png\",\"id\":\"1\"}\n".utf8)
        try setting.directory.write(list, to: "faces/\(AvatarCopies.listName)")
        try setting.directory.write(Records.png(9), to: "0.png")
        #expect(try await fetch("--refresh").status == 0)
        #expect(try setting.directory.read("faces/1.png") == Records.png(9))
    }

    /// Two catalogs may have other suppliers under the same ids.
    @Test func leavesThePicturesOfAnotherCatalog() async throws {
        try write(["1", "2"])
        #expect(try await fetch().status == 0)
        let other = [("1", "other.png"), ("2", "1.png"), ("3", "other.png")].map { id, avatar in
            Samples.record(1, avatar: avatar).replacing("\"id\":\"1\"", with: "\"id\":\"\(id)\"")
        }
        try setting.directory.write(Array(Samples.catalog(other).utf8), to: "d.json")
        try setting.directory.write(Records.png(9), to: "other.png")
        for _ in 1...2 {
            let result = try await setting.shell("$0 fetch -c d.json --to faces")
            #expect(result.status == 3 && result.errorOutput.contains("2 avatars in '"))
            let reason = "the file '1.png' belongs to the supplier of that id in another catalog"
            #expect(result.errorOutput.contains("(id 1) is not copied: \(reason)"))
            #expect(try setting.directory.read("faces/1.png") == Samples.picture)
            #expect(try setting.directory.read("faces/3.png") == Records.png(9))
        }
        #expect(try await setting.shell("$0 fetch -c ./c.json --to faces").status == 0)
    }

    @Test(arguments: [
        ("{id}-{fulname}", "suppliergo: warning: no record has 'fulname': did you mean 'fullname'?\n"),
        ("{id}-{vta}", "suppliergo: warning: no record has 'vta': did you mean 'vat'?\n"), ("{id}-{VAT}-{name}", ""),
        ("{id}-{vat}' 'id:2", ""),
    ])
    func namesAPathThatNoSupplierHas(template: String, warning: String) async throws {
        let records = [(1, "no.png"), (2, "0.png")].map { id, avatar in
            String(Samples.record(id, avatar: avatar).dropLast()) + (id == 1 ? #","vat":"DE1"}"# : "}")
        }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        try setting.directory.write(Samples.picture, to: "0.png")
        let result = try await fetch("--name '\(template)'")
        let copied = "suppliergo: 1 avatar in '\(setting.directory.path(of: "faces"))'\n"
        #expect(result.errorOutput.hasSuffix(copied + warning))
        #expect(result.status == (template.hasSuffix("id:2") ? 0 : 3))
    }

    @Test(arguments: [
        ("../../x", "x.png"), ("-rf", "rf.png"), (".hidden", "hidden.png"), ("a/b", "ab.png"),
        (".\u{301}x", "\u{301}x.png"), ("-\u{301}-x", "\u{301}-x.png"),
        (String(repeating: "é", count: 150), String(repeating: "é", count: 98) + ".png"),
    ])
    func neverLeavesTheDirectory(id: String, file: String) async throws {
        try write([id])
        #expect(try await fetch().status == 0)
        #expect(try names() == [file])
    }

    @Test func tellsNamesAndIdsApartThatDifferInNormalForm() async throws {
        try write(["é", "e\u{301}"])
        #expect(try await fetch().status == 0)
        #expect(Set(try names().map { Array($0.utf8) }) == [Array("é.png".utf8), Array("e\u{301}.png".utf8)])
        #expect(try await fetch().status == 0)
        let shared = try await fetch("--name '{fullname}'")
        #expect(shared.status == 3 && shared.errorOutput.contains("the file 'Ann Bee.png' belongs to the supplier"))
    }

    @Test func namesFilesByATemplate() async throws {
        try write(["1", "2"])
        #expect(try await fetch("--name '{id}-{fullname|lower}'").status == 0)
        #expect(try names() == ["1-ann bee.png", "2-ann bee.png"])
    }

    @Test func collapsesTheBlanksOfANameAsInAMap() async throws {
        try write(["1"])
        #expect(try await fetch("--name ' {fullname}   {id}'").status == 0)
        #expect(try names() == ["Ann Bee 1.png"])
    }

    @Test(arguments: [
        "plain-48x32.svg", "after-a-prolog-120x90.svg", "baseline-48x32.jpg", "lossy-48x32.webp", "lossy-48x32.avif",
        "lossy-48x32.heic", "still-48x32.gif", "rgb-16x10.bmp", "big-endian-16x10.tiff", "two-pictures-32x32.ico",
    ])
    func givesFilesTheExtensionOfTheImageWhateverItsURLSays(image: String) async throws {
        try write(["1"])
        try setting.directory.write(TestData.bytes("images/" + image), to: "0.png")
        #expect(try await fetch().status == 0)
        let name = try #require(try names().first)
        #expect(name == "1." + (image.split(separator: ".").last ?? ""))
        #expect(try setting.directory.read("faces/" + name) == TestData.bytes("images/" + image))
    }

    @Test func namesFilesByOtherFields() async throws {
        try setting.directory.write(Samples.picture, to: "0.png")
        let record = Samples.record(1, avatar: "0.png").dropLast() + #","vat":"DE1","address":{"city":"Köln"}}"#
        try setting.directory.write(Array(Samples.catalog([String(record)]).utf8), to: "c.json")
        #expect(try await fetch("--name '{vat}-{address.city}-{name}'").status == 0)
        #expect(try names() == ["DE1-Köln-Name 1.png"])
    }

    @Test func goesOnAfterALineOfTheListThatWasCutShort() async throws {
        try write(["1"])
        try setting.directory.write(Array(#"{"file":"9.p"#.utf8), to: "faces/\(AvatarCopies.listName)")
        for _ in 1...2 { #expect(try await fetch().status == 0) }
        #expect(try names() == ["1.png"])
    }

    @Test func leavesFilesOfOthersAndTellsOfEqualNames() async throws {
        try write(["1", "2", "3"])
        try setting.directory.write([1], to: "faces/3.png")
        try FileManager.default.createSymbolicLink(
            atPath: setting.directory.path(of: "faces/2.png"), withDestinationPath: "../target")
        let result = try await fetch()
        #expect(result.status == 3 && result.errorOutput.contains("faces', 2 not copied"))
        let reason = "the file '3.png' exists and was not written for this supplier"
        #expect(result.errorOutput.contains("(id 3) is not copied: \(reason)"))
        #expect(!FileManager.default.fileExists(atPath: setting.directory.path(of: "target")))
        let equal = try await fetch("--name '{company}'")
        #expect(equal.status == 3 && equal.errorOutput.contains("belongs to the supplier '"))
    }

    @Test func takesNoPictureOfOneRecordForThatOfAnotherWithItsId() async throws {
        try write(["1", "1"])
        try setting.directory.write(TestData.bytes("images/plain-48x32.svg"), to: "0.png")
        try setting.directory.write(TestData.bytes("images/after-a-prolog-120x90.svg"), to: "1.png")
        let result = try await fetch()
        #expect(result.status == 3)
        #expect(result.errorOutput.contains("the file '1.svg' belongs to another record with the id '1'"))
    }

    /// A picture that was in the cache before, of the same size as another one, may be older than its copy.
    @Test func bringsAnotherPictureOfTheSameSize() async throws {
        let server = try LoopbackServer { request in
            .ok(Records.png(request.target == "/1.png" ? 1 : 2), fields: ["Cache-Control": "max-age=999"])
        }
        defer { server.stop() }
        for order in [[1, 2], [2, 1]] {
            let records = order.enumerated().map { index, number in
                Samples.record(index + 1, avatar: server.url("/\(number).png").absoluteString)
            }
            try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
            #expect(try await fetch().status == 0)
            #expect(try setting.directory.read("faces/1.png") == Records.png(order[0]))
        }
        #expect(server.requests.count == 2)
    }

    @Test func copiesWhatTheCacheMayNotKeep() async throws {
        let server = try LoopbackServer { request in
            request.target == "/c"
                ? .ok(Samples.catalog(avatarCount: 2))
                : .ok(Samples.picture, fields: ["Cache-Control": request.target == "/1.png" ? "no-store" : "max-age=9"])
        }
        defer { server.stop() }
        let result = try await setting.shell("$0 fetch -c \(server.url("/c")) --to faces")
        #expect(result.status == 0 && result.errorOutput.contains("2 avatars in '"))
        #expect(try names() == ["1.png", "2.png"])
        #expect(try setting.avatarFiles().filter { $0.hasSuffix(".png") }.count == 1)
    }

    @Test(arguments: [
        ("--name {id}", "'--name' needs '--to'"),
        ("--to faces --no-local", "'--to' and '--no-local' cannot be combined"),
        ("--to faces --name {id", "the value '{id' of '--name' has a '{' without a '}' after it"),
    ])
    func refusesOptionsThatDoNotFit(options: String, reason: String) async throws {
        try write(["1"])
        let result = try await setting.run("fetch -c c.json --store s3://b \(options)")
        #expect(result.status == 64 && result.errorOutput.contains(reason), "\(result.errorOutput)")
    }
}
