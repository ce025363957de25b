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
        var progress = ProgressLine(label: "avatars", width: 32, style: style)
        let bytes = progress.update(done: done, total: total, bytes: 0, failed: 0, at: start) ?? []
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("avatars \(bar) \(done)/\(total)  0 bytes"))
    }

    @Test func isDrawnTenTimesASecondAtMost() {
        var progress = ProgressLine(label: "avatars", width: 80, style: style)
        let drawn = (0..<1000).filter { millisecond in
            let now = start.advanced(by: .milliseconds(millisecond))
            return progress.update(done: millisecond, total: 1000, bytes: 0, failed: 0, at: now) != nil
        }
        #expect(drawn == [0, 100, 200, 300, 400, 500, 600, 700, 800, 900])
    }

    @Test func erasesWhatWasDrawnBefore() {
        #expect(String(decoding: ProgressLine.erasure, as: UTF8.self) == "\r\u{1b}[K")
    }

    private func line(width: Int, style: TextStyle, failed: Int) -> String? {
        var progress = ProgressLine(label: "avatars", width: width, style: style)
        let bytes = progress.update(done: 5000, total: 10_000, bytes: 4_123_456, failed: failed, at: start)
        return bytes.map { String(decoding: $0.dropFirst(ProgressLine.erasure.count), as: UTF8.self) }
    }
}
