import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

@Suite struct EnvironmentTests {
    @Test(arguments: [
        (["HOME": "/h"], "", "/h/.cache/suppliergo"),
        (["HOME": "/h", "XDG_CACHE_HOME": "/x"], "", "/x/suppliergo"),
        (["HOME": "/h", "XDG_CACHE_HOME": "relative"], "", "/h/.cache/suppliergo"),
        (["HOME": "/h", "XDG_CACHE_HOME": ""], "", "/h/.cache/suppliergo"),
        (["HOME": "/h", "XDG_CACHE_HOME": "/x", "SUPPLIERGO_CACHE_DIR": "/s"], "", "/s"),
        (["HOME": "/h", "SUPPLIERGO_CACHE_DIR": "s"], "", "/there/s"),
        (["HOME": "/h", "SUPPLIERGO_CACHE_DIR": ""], "", "/h/.cache/suppliergo"),
        (["SUPPLIERGO_CACHE_DIR": "/s"], " --cache-dir d", "/there/d"),
        ([:], " --cache-dir=/d", "/d"),
    ])
    func findsTheCache(environment: [String: String], option: String, directory: String) throws {
        let invocation = try suppliergoTests.invocation("list -c x" + option, environment: environment)
        #expect(invocation.list?.loading.cache.directory == directory)
    }

    @Test func takesTheCatalogFromTheEnvironmentWhereNoOptionNamesOne() throws {
        let environment = ["HOME": "/h", "SUPPLIERGO_CATALOG": "suppliers.json"]
        let list = try invocation("list", environment: environment).list
        #expect(list?.loading.location == .file(path: "/there/suppliers.json"))
        #expect(try invocation("list -c -", environment: environment).list?.loading.location == .standardInput)
    }

    @Test(arguments: [
        (["HOME": "/h", "SUPPLIERGO_CATALOG": "ftp://a/b"], "SUPPLIERGO_CATALOG"),
        (["HOME": "/h", "SUPPLIERGO_CATALOG": "x", "SUPPLIERGO_TOKEN": "a\nb"], "SUPPLIERGO_TOKEN"),
        (["SUPPLIERGO_CATALOG": "x", "HOME": "relative"], "HOME"),
    ])
    func namesTheVariableThatIsUnusable(environment: [String: String], name: String) throws {
        let failure = try #require(argumentFailure(of: "list", environment: environment))
        #expect(failure.status == .configuration)
        #expect(failure.sentence.contains("environment variable \(name) "))
        #expect(!failure.sentence.contains("a\\nb"))
    }

    @Test func needsNoHomeDirectoryToReadACatalog() throws {
        #expect(try invocation("list -c x", environment: [:]).list?.loading.cache.directory.isEmpty == true)
        let failure = try #require(argumentFailure(of: "cache path", environment: [:]))
        #expect(failure.status == .configuration && failure.sentence.contains("variable HOME is not set, and the user"))
    }

    /// A mount namespace of its own has another list of users. The other user may not reach the program by its path.
    @Test(.enabled(if: NamespaceWithoutProc.isPossible, "unshare(1) may not mount here"))
    func takesTheUsersHomeDirectoryInPlaceOfTheVariable() async throws {
        let setting = try CommandSetting()
        let server = try Samples.server(Samples.catalog(avatarCount: 1))
        defer { server.stop() }
        func run(_ line: String, users: String) async throws -> ProcessResult {
            try setting.directory.write(Array(users.utf8), to: "passwd")
            return try await setting.shell(
                "chmod 755 . && chmod 644 passwd && exec unshare -m sh -c 'mount --bind passwd /etc/passwd && "
                    + "unset HOME SUPPLIERGO_CACHE_DIR && exec 9<\"$0\" && exec setpriv --reuid 54321 --regid 54321 "
                    + "--clear-groups /proc/self/fd/9 \(line)' \"$0\"",
                environment: ["PATH": CommandLineRun.searchPath])
        }
        let user = "ana:x:54321:54321::\(setting.directory.path(of: "home")):/bin/sh\n"
        #expect(
            try await run("cache path", users: user).output
                == setting.directory.path(of: "home/.cache/suppliergo") + "\n")
        let url = server.url("/catalog.json")
        let warning =
            "suppliergo: warning: nothing is kept; the cache has no directory: $HOME is not set, and the user has none "
            + "('--cache-dir' names one)\n"
        let list = try await run("list -f tsv -c \(url)", users: "\n")
        #expect(list.status == 0 && list.output == Samples.line(1) && list.errorOutput == warning)
        let fetch = try await run("fetch -c \(url)", users: "\n")
        #expect(fetch.status == 74 && fetch.errorOutput.contains("error: the cache has no directory"))
        #expect(try await run("add -c \(url) --fullname A", users: "\n").status == 78)
        #expect(try setting.directory.files().filter { !$0.hasPrefix("passwd") }.isEmpty)
    }

    @Test func namesTheWordThatAVariableMeant() throws {
        let failure = try #require(
            argumentFailure(of: "show 1 -c x", environment: ["HOME": "/h", "SUPPLIERGO_IMAGE": "kity"]))
        #expect(failure.status == .configuration)
        #expect(
            failure.sentence.hasPrefix("the environment variable SUPPLIERGO_IMAGE has the value 'kity', which is not"))
        #expect(failure.sentence.hasSuffix(": did you mean 'kitty'?"))
    }

    @Test func leavesAloneWhatNoCommandNeeds() {
        #expect(argumentFailure(of: "cache path", environment: ["HOME": "/h", "SUPPLIERGO_CATALOG": "ftp://x"]) == nil)
        #expect(argumentFailure(of: "list -c x", environment: ["HOME": "/h", "SUPPLIERGO_CATALOG": "ftp://x"]) == nil)
    }
}
