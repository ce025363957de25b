import FoundationEssentials
import Testing

@testable import SupplierGoKit

@Suite struct TimestampTests {
    static let moments: [(text: String, seconds: Int64, nanoseconds: Int32)] = [
        ("1970-01-01T00:00:00Z", 0, 0), ("1970-01-01T00:00:00.5Z", 0, 500_000_000),
        ("1969-12-31T23:59:59.999999999Z", -1, 999_999_999), ("2021-01-21T09:11:16.040Z", 1_611_220_276, 40_000_000),
        ("2000-02-29T12:00:00Z", 951_825_600, 0), ("2024-02-29T23:59:59Z", 1_709_251_199, 0),
        ("1900-03-01T00:00:00Z", -2_203_891_200, 0), ("0000-01-01T00:00:00Z", -62_167_219_200, 0),
        ("0000-02-29T00:00:00Z", -62_162_121_600, 0), ("9999-12-31T23:59:59Z", 253_402_300_799, 0),
        ("2021-01-21T09:11:16+02:00", 1_611_213_076, 0), ("2021-01-21T09:11:16-05:30", 1_611_240_076, 0),
        ("2021-01-21T10:11:16.040+0100", 1_611_220_276, 40_000_000), ("2021-01-21T09:11:16-0530", 1_611_240_076, 0),
        ("1970-01-01T23:59:00+23:59", 0, 0), ("1969-12-31T00:01:00-23:59", 0, 0),
        ("0000-01-01T00:00:00+01:00", -62_167_222_800, 0), ("9999-12-31T23:59:59-01:00", 253_402_304_399, 0),
        ("2016-12-31T23:59:60Z", 1_483_228_800, 0), ("2017-01-01T00:59:60.5+01:00", 1_483_228_800, 500_000_000),
        ("2021-01-21t09:11:16z", 1_611_220_276, 0), ("2021-01-21T09:11:16-00:00", 1_611_220_276, 0),
    ]

    @Test(arguments: moments)
    func readsMoments(text: String, seconds: Int64, nanoseconds: Int32) throws {
        let timestamp = try #require(Timestamp(text))
        #expect(timestamp.secondsSinceEpoch == seconds)
        #expect(timestamp.nanoseconds == nanoseconds)
    }

    @Test(arguments: moments)
    func areDates(text: String, seconds: Int64, nanoseconds: Int32) throws {
        let date = try #require(Timestamp(text)).date
        #expect(abs(date.timeIntervalSince1970 - Double(seconds) - Double(nanoseconds) / 1e9) < 1e-4)
    }

    @Test func areMadeOfTheirDates() throws {
        for millisecond in 0..<1000 {
            let text = "2021-01-21T09:11:16.\(String(1000 + millisecond).dropFirst())Z"
            let timestamp = try #require(Timestamp(text))
            #expect(Timestamp(timestamp.date) == timestamp)
        }
    }

    static let others = [
        "", "2021", "2021-01-21", "2021-01-21T09:11:16", "2021-01-21 09:11:16Z", "2021-01-21T09:11Z",
        "2021-13-01T00:00:00Z", "2021-00-01T00:00:00Z", "2021-01-00T00:00:00Z", "2021-01-32T00:00:00Z",
        "2021-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-02-30T00:00:00Z",
        "2021-04-31T00:00:00Z", "2021-01-21T24:00:00Z", "2021-01-21T00:60:00Z", "2021-01-21T00:00:61Z",
        "2021-01-21T09:11:60Z", "2016-12-31T23:58:60Z", "2021-01-21T09:11:16.Z", "2021-01-21T09:11:16.1234567890Z",
        "2021-01-21T09:11:16,5Z", "2021-01-21T09:11:16+02", "2021-01-21T09:11:16+24:00",
        "2021-01-21T09:11:16+02:60", "2021-01-21T09:11:16+0260", "2021-01-21T09:11:16+2400", "2021-01-21T09:11:16+020",
        "2021-01-21T09:11:16+02000", "2021-01-21T09:11:16+02.00", "2021-01-21T09:11:16ZZ", "2021-01-21T09:11:16 Z",
        " 2021-01-21T09:11:16Z",
        "+2021-01-21T09:11:16Z", "-021-01-21T09:11:16Z", "12021-01-21T09:11:16Z", "2021-1-21T09:11:16Z",
        "2021/01/21T09:11:16Z", "2021-01-21T09-11-16Z", "２021-01-21T09:11:16Z", "yesterday",
    ]

    @Test(arguments: others)
    func refusesWhatIsNoDateTime(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test(arguments: [
        "2021-01-21T09:11:16Z", "2021-01-21T09:11:16.0Z", "2021-01-21T09:11:16.040Z", "2021-01-21T09:11:16.000000001Z",
        "2021-01-21T09:11:16.123456789+05:45", "1969-12-31T23:59:59.9-12:00", "0000-01-01T00:00:00Z",
        "0000-01-01T00:00:00.10+01:00", "9999-12-31T23:59:59.999999999-23:59", "2000-02-29T00:00:00+00:01",
    ])
    func writesWhatItRead(text: String) throws {
        let timestamp = try #require(Timestamp(text))
        #expect(timestamp.description == text)
    }

    @Test(arguments: moments.map(\.text) + others)
    func knowsWhatItWouldWriteLikewise(text: String) {
        #expect(Timestamp.isAsWritten(text.utf8.span) == (Timestamp(text)?.description == text))
    }

    /// Dates in the usual form with one byte replaced, or two digits.
    @Test func knowsWhatItWouldWriteLikewiseByteByByte() {
        let usual = Array("2024-02-28T19:11:16.040Z".utf8)
        var others: [[UInt8]] = []
        for index in usual.indices {
            others += (0...UInt8.max).map { usual[..<index] + [$0] + usual[(index + 1)...] }
        }
        for index in [2, 5, 8, 11, 14, 17, 20] {
            others += (0...99).map { usual[..<index] + Array("\($0 / 10)\($0 % 10)".utf8) + usual[(index + 2)...] }
        }
        for other in others {
            let text = String(decoding: other, as: UTF8.self)
            #expect(Timestamp.isAsWritten(other.span) == (Timestamp(utf8: other.span)?.description == text), "\(text)")
        }
    }

    @Test func writesEveryCountOfDigits() throws {
        for digits in 1...9 {
            let text = "2021-01-21T09:11:16.\("123456789".prefix(digits))Z"
            let timestamp = try #require(Timestamp(text))
            #expect(timestamp.description == text)
            #expect(Int(timestamp.fractionDigits) == digits)
        }
    }

    @Test func writesEveryDayOfFourCenturies() throws {
        var (year, month, day) = (1899, 12, 31)
        for days in -25_567...120_529 {
            day += 1
            if day > GregorianCalendar.daysIn(month: month, year: year) { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
            guard GregorianCalendar.daysSinceEpoch(year: year, month: month, day: day) == days,
                GregorianCalendar.date(daysSinceEpoch: days) == (year, month, day)
            else {
                Issue.record("day \(days) is \(year)-\(month)-\(day)")
                return
            }
        }
        #expect((year, month, day) == (2299, 12, 31))
    }

    @Test func ordersByMomentAndTellsApartByWriting() throws {
        let noon = try #require(Timestamp("2021-01-21T12:00:00Z"))
        let same = try #require(Timestamp("2021-01-21T14:00:00.0+02:00"))
        let later = try #require(Timestamp("2021-01-21T12:00:00.000000001Z"))
        #expect(noon != same && !(noon < same) && !(same < noon))
        #expect(noon < later && same < later)
    }

    @Test(
        arguments: [
            (-62_167_219_201, 0, 0, 0), (253_402_300_800, 0, 0, 0), (Int64.max, 0, 1, 0), (0, -1, 0, 0),
            (0, 1_000_000_000, 0, 0), (0, 0, 1440, 0), (0, 0, -1440, 0), (0, 0, 0, 10),
            (253_402_300_799, 0, 1, 0), (-62_167_219_200, 0, -1, 0),
        ] as [(Int64, Int32, Int16, UInt8)])
    func refusesPartsOutOfRange(seconds: Int64, nanoseconds: Int32, offset: Int16, digits: UInt8) {
        let timestamp = Timestamp(
            secondsSinceEpoch: seconds, nanoseconds: nanoseconds, offsetMinutes: offset, fractionDigits: digits)
        #expect(timestamp == nil)
    }

    @Test func keepsItsParts() throws {
        for (nanoseconds, offset, digits) in [(999_999_999, 1439, 9), (0, -1439, 0), (1, -1, 3)]
            as [(Int32, Int16, UInt8)]
        {
            let timestamp = try #require(
                Timestamp(
                    secondsSinceEpoch: -7, nanoseconds: nanoseconds, offsetMinutes: offset, fractionDigits: digits))
            #expect(timestamp.secondsSinceEpoch == -7 && timestamp.nanoseconds == nanoseconds)
            #expect(timestamp.offsetMinutes == offset && timestamp.fractionDigits == digits)
        }
    }
}
