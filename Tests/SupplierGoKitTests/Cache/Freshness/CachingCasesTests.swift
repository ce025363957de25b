import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// What a loader does case by case about a response, a later request, and the time between them, which is not waited
/// for.
///
/// `TestData/caching/cases.json` holds the facts of the cases at cache-tests.fyi that apply to a private cache of a
/// client that only sends GET requests, in our own words: those that RFC 9111 requires, and those that are optional.
@Suite(.timeLimit(.minutes(1)))
struct CachingCasesTests {
    /// The required and the optional cases that went otherwise, by name.
    private func missed(
        expecting use: (CachingCase) -> CachingCase.Use, by run: (CachingRun) async throws -> CachingRun.Result
    ) async throws -> (required: [String], optional: [String]) {
        let setting = try LoaderSetting()
        var missed: [CachingCase] = []
        for test in try CachingCase.all() {
            let (result, expected) = (try await run(CachingRun(of: test, in: setting)), use(test))
            let isRight = expected == .ask ? result.use != .use : result.use == expected
            if !isRight || !result.asksAsExpected { missed.append(test) }
        }
        func names(_ kind: String) -> [String] { missed.filter { $0.kind == kind }.map(\.name) }
        return (names("required"), names("optional"))
    }

    @Test func areAllThere() throws {
        let cases = try CachingCase.all()
        #expect(cases.count { $0.kind == "required" } == 84)
        #expect(cases.count { $0.kind == "optional" } == 63)
    }

    /// All of the 84 required cases, and 54 of the 63 optional ones.
    @Test func avatars() async throws {
        let (required, optional) = try await missed(expecting: \.then) { try await $0.avatar() }
        #expect(required == [])
        // What is not an image is not kept, apart from the word that there is none (404, 410).
        let lifetimes = [204, 405, 414, 501].map { "a status of \($0) may be given a lifetime" }
        let isPublic = "a status of 599 that is public may be given a lifetime"
        #expect(optional == lifetimes + [isPublic] + [400, 499, 500, 599].map { "a status of \($0) with max-age" })
    }

    /// All of the 84 required cases, and 58 of the 63 optional ones.
    @Test func catalogs() async throws {
        let (required, optional) = try await missed { test in
            // If the server fails, the snapshot is shown with a warning, whatever was said of it, and not before that.
            let use = test.catalogs ?? test.then
            return use == .askOnly || use == .useMeanwhile ? .useOnError : use
        } by: {
            try await $0.catalog()
        }
        #expect(required == [])
        // What is not a catalog is not kept.
        #expect(optional == [400, 404, 499, 500, 599].map { "a status of \($0) with max-age" })
    }
}

/// One case; field lines as in ``FreshnessCase``.
struct CachingCase: Decodable, Sendable {
    /// What is done about the later request, whose server fails.
    enum Use: String, Decodable {
        /// What is stored is used without asking the server.
        case use

        /// The server is asked, whatever comes of it.
        case ask

        /// The server is asked, and what is stored is used when it fails.
        case useOnError

        /// The server is asked, and what is stored is used meanwhile.
        case useMeanwhile

        /// The server is asked, and nothing is used without its answer.
        case askOnly

        /// Nothing is stored.
        case forbidden

        /// The 304 is taken for that of another response, and the server is asked again.
        case other
    }

    let name: String
    let kind: String
    let status: Int?
    let request: [String]?
    let response: [String]

    /// The fields of a 304 that comes before the later request, 3 seconds after the response.
    let answer: [String]?
    let nextRequest: [String]?

    /// The seconds before the later request; default 3.
    let after: Int?
    let then: Use

    /// The same for catalogs, of which nothing is assumed.
    let catalogs: Use?

    /// The fields that the server is asked with.
    let conditions: [String]?

    static func all() throws -> [CachingCase] {
        try JSONDecoder().decode([CachingCase].self, from: Data(TestData.bytes("caching/cases.json")))
    }
}
