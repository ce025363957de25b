import SupplierGoKit
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
        (["SUPPLIERGO_CATALOG": "x"], "HOME"),
        (["SUPPLIERGO_CATALOG": "x", "HOME": "relative"], "HOME"),
    ])
    func namesTheVariableThatIsUnusable(environment: [String: String], name: String) throws {
        let failure = try #require(argumentFailure(of: "list", environment: environment))
        #expect(failure.status == .configuration)
        #expect(failure.sentence.contains("environment variable \(name) "))
        #expect(!failure.sentence.contains("a\\nb"))
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
