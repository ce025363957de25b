import SupplierGoKit
import Testing

@testable import suppliergo

struct ProgressLineTests {
    private let start = ContinuousClock.now
    private let style = TextStyle(usesColor: false, usesUnicode: true)

    @Test(arguments: [
        (200, "avatars ━━━━━━━━━━━━━━━─────────────── 5,000/10,000  4.1 MB  3 failed"),
        (50, "avatars ━━━━━───── 5,000/10,000  4.1 MB  3 failed"), (47, "avatars 5,000/10,000  4.1 MB  3 failed"),
        (39, "avatars 5,000/10,000  4.1 MB  3 failed"), (38, "avatars 5,000/10,000  3 failed"),
        (30, "avatars 5,000/10,000"), (12, "avatars 5,…"), (1, ""),
    ])
    func fitsTheWidth(width: Int, expected: String) {
        #expect(line(width: width, style: style, failed: 3) == expected)
        #expect(expected.displayWidth < width)
    }

    @Test func hasNoWordOnFailuresWithoutAny() {
        #expect(line(width: 37, style: style, failed: 0) == "avatars 5,000/10,000  4.1 MB")
    }

    @Test func isASCIIWhereTheLocaleIsNot() {
        #expect(line(width: 50, style: .plain, failed: 3) == "avatars =====----- 5,000/10,000  4.1 MB  3 failed")
    }

    @Test(arguments: [(0, 0, "──────────"), (0, 9, "──────────"), (9, 9, "━━━━━━━━━━"), (9, 8, "━━━━━━━━━━")])
    func fillsTheBar(done: Int, total: Int, bar: String) {
        var line = ProgressLine(label: "avatars", waiting: "connecting to a.example…", style: style)
        let bytes = line.update(Progress(done: done, total: total), width: 23, at: start) ?? []
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("avatars \(bar) \(done)/\(total)\r"))
    }

    @Test func hasNoBarWhereTheTotalIsUnknown() {
        var line = ProgressLine(label: "avatars", waiting: "connecting to a.example…", style: style)
        let bytes = line.update(Progress(done: 7, total: nil), width: 80, at: start) ?? []
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("avatars 7\r"))
    }

    @Test func namesWhatItWaitsForUntilSomethingIsCounted() {
        var line = ProgressLine(label: "avatars", waiting: "connecting to a.example…", style: style)
        let bytes = line.update(Progress(done: 0, total: nil), width: 80, at: start) ?? []
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("connecting to a.example…\r"))
    }

    @Test(arguments: [(1100, "  0:01 left"), (1900, "  0:01 left"), (2000, "")])
    func promisesNoEndWhileNothingMoves(milliseconds: Int, end: String) {
        var line = ProgressLine(label: "", waiting: "", style: style)
        for done in [0, 9] {
            _ = line.update(Progress(done: done, total: 10), width: 200, at: start + .milliseconds(done * 111 + 1))
        }
        let now = start + .milliseconds(milliseconds)
        let text = String(decoding: line.update(Progress(done: 9, total: 10), width: 200, at: now) ?? [], as: UTF8.self)
        #expect(text.hasSuffix(end + "\r") && text.contains("left") == !end.isEmpty)
    }

    @Test func isDrawnTenTimesASecondAtMost() {
        var line = ProgressLine(label: "avatars", waiting: "connecting to a.example…", style: style)
        let drawn = (0..<1000).filter { millisecond in
            let now = start.advanced(by: .milliseconds(millisecond))
            return line.update(Progress(done: millisecond, total: 1000), width: 80, at: now) != nil
        }
        #expect(drawn == [0, 100, 200, 300, 400, 500, 600, 700, 800, 900])
    }

    @Test func erasesWhatWasDrawnBefore() {
        #expect(String(decoding: ProgressLine.erasure, as: UTF8.self) == "\r\u{1b}[J")
    }

    @Test(arguments: [
        (200, "avatars ━━━━━━━━━━━━━━━─────────────── 5,000/10,000  2,000/s  4.1 MB  0:03 left  3 failed"),
        (68, "avatars ━━━━──── 5,000/10,000  2,000/s  4.1 MB  0:03 left  3 failed"),
        (67, "avatars 5,000/10,000  2,000/s  4.1 MB  0:03 left  3 failed"),
        (58, "avatars 5,000/10,000  4.1 MB  0:03 left  3 failed"), (49, "avatars 5,000/10,000  0:03 left  3 failed"),
        (41, "avatars 5,000/10,000  3 failed"),
    ])
    func tellsRateAndTimeLeft(width: Int, expected: String) {
        var line = ProgressLine(label: "avatars", waiting: "connecting to a.example…", style: style)
        _ = line.update(Progress(done: 1000, total: 10_000), width: width, at: start)
        #expect(self.line(&line, width: width, failed: 3, at: start.advanced(by: .seconds(2))) == expected)
    }

    @Test func followsTheWindowsSize() {
        var line = ProgressLine(label: "avatars", waiting: "connecting to a.example…", style: style)
        #expect(self.line(&line, width: 30, failed: 0, at: start) == "avatars 5,000/10,000  4.1 MB")
        #expect(self.line(&line, width: 22, failed: 0, at: start.advanced(by: .seconds(1))) == "avatars 5,000/10,000")
    }

    @Test(arguments: [
        (1, 2, "  0.5/s  0:02 left"), (19, 20, "  9.5/s  0:01 left"), (1, 3602, "  0.5/s  2:00:02 left"),
        (1, 1_000_000, "  0.5/s"), (0, 9, ""), (9, 9, "  4.5/s"),
    ])
    func countsTheTimeThatIsLeft(done: Int, total: Int, end: String) {
        var line = ProgressLine(label: "", waiting: "", style: style)
        _ = line.update(Progress(done: 0, total: total), width: 200, at: start)
        let bytes = line.update(Progress(done: done, total: total), width: 200, at: start.advanced(by: .seconds(2)))
        let text = String(decoding: bytes ?? [], as: UTF8.self)
        #expect(text.hasSuffix("/\(Count.formatted(total))" + end + "\r"))
    }

    private func line(width: Int, style: TextStyle, failed: Int) -> String? {
        var line = ProgressLine(label: "avatars", waiting: "connecting to a.example…", style: style)
        return self.line(&line, width: width, failed: failed, at: start)
    }

    private func line(
        _ line: inout ProgressLine, width: Int, failed: Int, at now: ContinuousClock.Instant
    ) -> String? {
        let progress = Progress(done: 5000, total: 10_000, byteCount: 4_123_456, failed: failed)
        let bytes = line.update(progress, width: width, at: now)
        return bytes.map { String(decoding: $0.dropFirst(ProgressLine.erasure.count).dropLast(), as: UTF8.self) }
    }
}
