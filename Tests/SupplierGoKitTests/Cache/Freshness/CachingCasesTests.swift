import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// What a private cache of a client that only sends GET requests does, case by case.
///
/// `TestData/caching/cases.json` holds the facts of the cases at cache-tests.fyi that apply to it, in our own words: those
/// that RFC 9111 requires, and those that are optional. A case is a response, a later request, and what the cache does.
struct CachingCasesTests {
    /// One case; field lines as in ``FreshnessCase``.
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        /// What the cache does about the later request.
        enum Use: String, Decodable {
            /// It uses what is stored without asking the server.
            case use

            /// It asks the server.
            case ask

            /// It asks the server, and uses what is stored if the server fails.
            case useOnError

            /// It asks the server, and uses what is stored meanwhile.
            case useMeanwhile

            /// It asks the server, and uses nothing without its answer.
            case askOnly

            /// It stores nothing.
            case forbidden

            /// It takes the 304 for that of another response.
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

        /// How many seconds pass before the later request; default 3.
        let after: Int?
        let then: Use

        /// The same for catalogs, of which nothing is assumed.
        let catalogs: Use?

        /// The fields that the server is asked with.
        let conditions: [String]?

        var testDescription: String { name }
    }

    private static let cases: [Case] = {
        do {
            return try JSONDecoder().decode([Case].self, from: Data(TestData.bytes("caching/cases.json")))
        } catch {
            Issue.record(error)
            return []
        }
    }()

    private static let url = "http://suppliers.example/a.png"

    private func storedResponse(in test: Case) -> StoredResponse? {
        let stored = StoredResponse(
            url: Self.url, status: HTTPStatus(test.status ?? 200), fields: FreshnessCase.fields(test.response),
            requestFields: FreshnessCase.fields(test.request ?? []), requestedAt: FreshnessCase.receivedAt,
            receivedAt: FreshnessCase.receivedAt)
        guard let answer = test.answer else { return stored }
        let later = FreshnessCase.receivedAt.addingTimeInterval(3)
        return stored.updated(
            by: StoredResponse(
                url: Self.url, status: HTTPStatus(304), fields: FreshnessCase.fields(answer), requestedAt: later,
                receivedAt: later))
    }

    private func use(in test: Case, assuming assumptions: Freshness.Assumptions) -> Case.Use {
        guard let response = storedResponse(in: test) else { return .other }
        if response.forbidsStoring { return .forbidden }
        let seconds = (test.answer == nil ? 0 : 3) + (test.after ?? 3)
        let now = FreshnessCase.receivedAt.addingTimeInterval(TimeInterval(seconds))
        guard response.answers(FreshnessCase.fields(test.nextRequest ?? [])) else { return .ask }
        return switch Freshness(of: response, assuming: assumptions).state(at: now) {
        case .fresh: .use
        case .usableWhileRevalidating: .useMeanwhile
        case .usableOnError: .useOnError
        case .stale: .askOnly
        }
    }

    private func expect(_ use: Case.Use, _ expected: Case.Use, in test: Case) {
        if expected == .ask {
            #expect([.ask, .useOnError, .askOnly].contains(use), "\(test.name)")
        } else {
            #expect(use == expected, "\(test.name)")
        }
    }

    @Test(arguments: cases) func avatar(test: Case) {
        expect(use(in: test, assuming: .avatars), test.then, in: test)
    }

    @Test(arguments: cases) func catalog(test: Case) {
        expect(use(in: test, assuming: .catalogs), test.catalogs ?? test.then, in: test)
    }

    @Test(arguments: cases.filter { $0.conditions != nil }) func conditions(test: Case) throws {
        let response = try #require(storedResponse(in: test))
        let isAnswer = response.answers(FreshnessCase.fields(test.nextRequest ?? []))
        let conditions = isAnswer ? response.conditions : response.entityTagCondition
        #expect(conditions == FreshnessCase.fields(test.conditions ?? []))
    }

    @Test func areAllThere() {
        #expect(Self.cases.count { $0.kind == "required" } >= 60)
        #expect(Self.cases.count { $0.kind == "optional" } >= 50)
    }
}
