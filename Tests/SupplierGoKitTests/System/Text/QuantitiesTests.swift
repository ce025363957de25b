import Testing

@testable import SupplierGoKit

struct QuantitiesTests {
    @Test(arguments: [
        (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (10_000, "10,000"), (1_234_567, "1,234,567"),
        (-1234, "-1,234"), (.min, "-9,223,372,036,854,775,808"),
    ])
    func groupsDigits(count: Int, expected: String) {
        #expect(Count.formatted(count) == expected)
    }

    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 KB"), (2134, "2.1 KB"), (999_949, "999.9 KB"),
        (999_950, "1.0 MB"), (1_949_999, "1.9 MB"), (1_234_567, "1.2 MB"), (10_485_760, "10.5 MB"),
        (1_000_000_000, "1.0 GB"),
        (999_999_999_999, "1.0 TB"), (.max, "9.2 EB"),
    ])
    func roundsByteCounts(byteCount: Int, expected: String) {
        #expect(ByteCount.formatted(byteCount) == expected)
    }

    @Test(arguments: [
        (0, "0 bytes"), (1 << 30, "1 GiB"), (3 << 29, "1,536 MiB"), (200 << 20, "200 MiB"), (512 << 10, "512 KiB"),
        (1_000_000_000, "1.0 GB"), (1023, "1.0 KB"),
    ])
    func givesLimitsAsTheyWereGiven(byteCount: Int, expected: String) {
        #expect(ByteCount.formatted(limit: byteCount) == expected)
    }

    @Test(arguments: [
        (-5, "0 seconds"), (0, "0 seconds"), (1, "1 second"), (59, "59 seconds"), (60, "1 minute"),
        (3599, "59 minutes"),
        (3600, "1 hour"), (86_399, "23 hours"), (86_400, "1 day"), (123_456_789, "1,428 days"),
    ])
    func cutsAgesDown(seconds: Int, expected: String) {
        #expect(Age.formatted(seconds) == expected)
    }
}
