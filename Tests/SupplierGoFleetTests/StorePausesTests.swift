import Testing

@testable import SupplierGoFleet
@testable import SupplierGoKit

struct StorePausesTests {
    private let start = ContinuousClock.now
    private let slow = ObjectStoreError(.status(HTTPStatus(503), code: "SlowDown", message: ""), store: "s3://b")
    private let archived = ObjectStoreError(
        .status(HTTPStatus(403), code: "InvalidObjectState", message: ""), store: "s3://b")
    private let refused = ObjectStoreError(.refused(code: "AccessDenied", message: ""), store: "s3://b")

    private func fail(_ pauses: inout StoreHealth.Pauses, after seconds: Int, _ error: ObjectStoreError) throws {
        let number = try pauses.admit(at: start + .seconds(seconds))
        pauses.fail(error, admittedAfter: number, at: start + .seconds(seconds))
    }

    private func isPaused(_ pauses: StoreHealth.Pauses, after seconds: Int) -> Bool {
        var pauses = pauses
        do throws(ObjectStoreError) {
            _ = try pauses.admit(at: start + .seconds(seconds))
            return false
        } catch {
            return error == pauses.lastError
        }
    }

    @Test func threeFailuresInARowBeginAPauseThatDoublesToFiveMinutes() throws {
        var pauses = StoreHealth.Pauses(first: .seconds(5))
        for _ in 1...2 { try fail(&pauses, after: 0, slow) }
        #expect(!isPaused(pauses, after: 0))
        try fail(&pauses, after: 0, slow)
        var now = 0
        for length in [5, 10, 20, 40, 80, 160, 300, 300, 300] {
            #expect(isPaused(pauses, after: now + length - 1))
            now += length
            try fail(&pauses, after: now, slow)
        }
        #expect(pauses.lastError == slow)
    }

    @Test func oneRequestTriesAfterAPause() throws {
        var pauses = StoreHealth.Pauses(first: .seconds(5))
        for _ in 1...3 { try fail(&pauses, after: 0, slow) }
        _ = try pauses.admit(at: start + .seconds(5))
        // It is not back, or was cancelled.
        #expect(isPaused(pauses, after: 9))
        _ = try pauses.admit(at: start + .seconds(10))
        #expect(isPaused(pauses, after: 10))
        pauses.succeed()
        for _ in 1...2 { try fail(&pauses, after: 11, slow) }
        #expect(!isPaused(pauses, after: 11))
    }

    @Test func whatWasSentBeforeAPauseDoesNotProlongIt() throws {
        var pauses = StoreHealth.Pauses(first: .seconds(5))
        let numbers = try (0..<128).map { _ in try pauses.admit(at: start) }
        for number in numbers { pauses.fail(slow, admittedAfter: number, at: start + .seconds(1)) }
        #expect(isPaused(pauses, after: 5))
        #expect(!isPaused(pauses, after: 6))
    }

    @Test func successesBetweenFailuresKeepItInUse() throws {
        var pauses = StoreHealth.Pauses(first: .seconds(5))
        for _ in 1...9 {
            for _ in 1...2 { try fail(&pauses, after: 0, slow) }
            pauses.succeed()
        }
        #expect(!isPaused(pauses, after: 0))
    }

    @Test func anErrorOfAnObjectPausesNothing() throws {
        var pauses = StoreHealth.Pauses(first: .seconds(5))
        for _ in 1...9 { try fail(&pauses, after: 0, archived) }
        #expect(!isPaused(pauses, after: 0))
        #expect(pauses.lastError == archived)
    }

    @Test func aLastingErrorIsTheEnd() throws {
        var pauses = StoreHealth.Pauses(first: .seconds(5))
        let number = try pauses.admit(at: start)
        try fail(&pauses, after: 0, refused)
        pauses.fail(slow, admittedAfter: number, at: start)
        pauses.succeed()
        #expect(isPaused(pauses, after: 1_000_000))
        #expect(pauses.lastError == refused)
    }
}
