import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

struct RetryPolicyTests {
    private static let url = URL(filePath: "/x")
    private let policy = RetryPolicy()

    private func action(
        on event: RetryPolicy.Event, retries: Int = 0, timeLeft: Duration = .seconds(600), random: UInt64 = .max
    ) -> RetryPolicy.Action {
        policy.action(on: event, retries: retries, timeLeft: timeLeft, random: random)
    }

    @Test(arguments: [408, 425, 429, 500, 502, 503, 504, 522, 524])
    func triesAgainAfterStatusesThatMayPass(code: Int) {
        #expect(action(on: .answered(HTTPStatus(code), retryAfter: nil)) == .retry(after: .milliseconds(50)))
    }

    @Test(arguments: [200, 204, 206, 301, 304, 400, 401, 403, 404, 410, 416, 501, 505])
    func acceptsOtherStatuses(code: Int) {
        #expect(action(on: .answered(HTTPStatus(code), retryAfter: .seconds(1))) == .accept)
    }

    @Test(arguments: [
        DataLoadError.Reason.unreachable(reason: "refused"), .timedOut(after: .seconds(1)),
        .cutShort(byteCount: 3), .connectionLost(reason: "reset"), .proxyRefused(HTTPStatus(503)),
    ])
    func triesAgainAfterFailuresThatMayPass(reason: DataLoadError.Reason) {
        #expect(action(on: .failed(reason)) == .retry(after: .milliseconds(50)))
    }

    @Test(arguments: [
        DataLoadError.Reason.unresolvedHost, .tls(reason: "bad"), .bodyTooLarge(limit: 1), .malformedURL,
        .tooManyRedirects(limit: 1), .refusedRedirect(location: ""), .unsupportedScheme,
        .headTooLarge(limit: 1), .malformedResponse(reason: ""), .tookTooLong(limit: .zero),
        .proxyRefused(HTTPStatus(407)), .unusableProxy(reason: ""),
        .loaderIsShutDown,
        .failed(code: 23, reason: ""),
    ])
    func triesNothingAgainThatCannotSucceed(reason: DataLoadError.Reason) {
        #expect(action(on: .failed(reason)) == .accept)
    }

    @Test func drawsWaitsThatGrowEightfold() {
        let event = RetryPolicy.Event.failed(.cutShort(byteCount: 0))
        var patient = policy
        patient.limit = 10
        let waits = (0..<6).map {
            patient.action(on: event, retries: $0, timeLeft: .seconds(600), random: .max)
        }
        let milliseconds = [50, 400, 3200, 25_600, 30_000, 30_000]
        #expect(waits == milliseconds.map { .retry(after: .milliseconds($0)) })
        #expect(action(on: event, retries: 2, random: 0) == .retry(after: .zero))
    }

    @Test func drawsAllWaitsInBetween() {
        var waits: Set<Int> = []
        for _ in 0..<1000 {
            let action = policy.action(
                on: .failed(.cutShort(byteCount: 0)), retries: 0, timeLeft: .seconds(9),
                random: .random(in: .min ... .max))
            guard case .retry(let wait) = action else { continue }
            #expect(wait >= .zero && wait <= .milliseconds(50))
            waits.insert(Int(wait / .milliseconds(5)))
        }
        #expect(waits.isSuperset(of: 0..<10))
    }

    @Test func endsAfterItsLimit() {
        #expect(action(on: .failed(.cutShort(byteCount: 0)), retries: 3) == .accept)
        #expect(action(on: .answered(HTTPStatus(503), retryAfter: .seconds(1)), retries: 3) == .accept)
    }

    @Test func beginsNoWaitThatOutlastsTheTimeLeft() {
        let event = RetryPolicy.Event.answered(HTTPStatus(503), retryAfter: .seconds(60))
        #expect(action(on: event, timeLeft: .seconds(60)) == .accept)
        #expect(action(on: event, timeLeft: .seconds(61)) == .retryWithOrigin(after: .seconds(60)))
    }

    @Test(arguments: [
        (Duration.zero, RetryPolicy.Action.retry(after: .milliseconds(50))),
        (.seconds(-5), .retry(after: .milliseconds(50))), (.seconds(2), .retryWithOrigin(after: .seconds(2))),
        (.seconds(300), .retryWithOrigin(after: .seconds(300))), (.seconds(301), .refuse(wait: .seconds(301))),
    ])
    func waitsAsLongAsTheServerAsksWithinReason(asked: Duration, expected: RetryPolicy.Action) {
        #expect(action(on: .answered(HTTPStatus(429), retryAfter: asked)) == expected)
    }

    @Test func drawsNoLongerWaitThanAServerMayAskFor() {
        var impatient = policy
        impatient.longestWaitInRequest = .seconds(3)
        let event = RetryPolicy.Event.answered(HTTPStatus(503), retryAfter: .seconds(1))
        let action = impatient.action(on: event, retries: 2, timeLeft: .seconds(60), random: .max)
        #expect(action == .retryWithOrigin(after: .seconds(3)))
    }

    @Test func asksNobodyToWaitWhereNothingIsTriedAgain() {
        let action = RetryPolicy(limit: 0).action(
            on: .answered(HTTPStatus(429), retryAfter: .seconds(999)), retries: 0, timeLeft: .seconds(9),
            random: .max)
        #expect(action == .accept)
    }
}
