import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// One rule: what was received, how many seconds pass, and what it is good for then.
struct FreshnessCase: Sendable, CustomTestStringConvertible {
    /// The moment that every response is received at: Sun, 06 Nov 1994 08:49:37 GMT.
    static let receivedAt = Date(timeIntervalSince1970: 784_111_777)

    let section: String
    let lines: [String]
    let seconds: Int
    let state: Freshness.State
    let status: Int
    let delay: Int
    let assumptions: Freshness.Assumptions

    /// Creates a case.
    ///
    /// - Parameters:
    ///   - section: the rule's source.
    ///   - lines: the response's field lines; `{-60}` stands for the date of a minute before it is received.
    ///   - seconds: how long after that it is to be used.
    ///   - delay: how many seconds lie between request and response.
    init(
        _ section: String, _ lines: [String], after seconds: Int, _ state: Freshness.State, status: Int = 200,
        delay: Int = 0, assuming assumptions: Freshness.Assumptions = .avatars
    ) {
        self.section = section
        self.lines = lines
        self.seconds = seconds
        self.state = state
        self.status = status
        self.delay = delay
        self.assumptions = assumptions
    }

    var testDescription: String {
        "\(section): \(lines.joined(separator: "; ")) after \(seconds) s is \(state)"
    }

    var response: StoredResponse {
        StoredResponse(
            url: "http://suppliers.example/a.png", status: HTTPStatus(status), fields: Self.fields(lines),
            requestedAt: Self.receivedAt.addingTimeInterval(TimeInterval(-delay)), receivedAt: Self.receivedAt)
    }

    var freshness: Freshness { Freshness(of: response, assuming: assumptions) }

    /// The state that the rules give.
    var actual: Freshness.State {
        freshness.state(at: Self.receivedAt.addingTimeInterval(TimeInterval(seconds)))
    }

    /// Field lines with their dates put in: those of a response that is received at a date.
    static func fields(_ lines: [String], at receivedAt: Date = receivedAt) -> HeaderFields {
        ResponseLines.fields(lines, at: receivedAt)
    }

    /// A date as servers write it (RFC 9110, section 5.6.7).
    static func date(_ date: Date) -> String { ResponseLines.date(date) }
}
