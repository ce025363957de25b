import Testing

@testable import suppliergo

struct ProgressRateTests {
    private let start = ContinuousClock.now

    private func rates(_ samples: [(milliseconds: Int, done: Int)]) -> [Double?] {
        var rate = ProgressRate()
        return samples.map { rate.update(done: $0.done, at: start.advanced(by: .milliseconds($0.milliseconds))) }
    }

    @Test func saysNothingBeforeItKnows() {
        #expect(rates([(0, 0), (499, 100), (500, 100)]) == [nil, nil, 200])
    }

    @Test func looksBackOnTheLastSecondsOnly() {
        let fastThenSlow = (0...100).map { (milliseconds: $0 * 100, done: $0 < 10 ? $0 * 1000 : 9000 + $0 - 9) }
        #expect(rates(fastThenSlow).last == 10)
    }

    @Test func isNothingWhileNothingIsDone() {
        #expect(rates((0...60).map { ($0 * 100, 5) }).last == 0)
    }
}
