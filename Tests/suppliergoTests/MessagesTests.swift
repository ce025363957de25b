import Foundation
import SupplierGoFleet
import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

/// Compares the errors, as they are printed, with `TestData/messages.txt`, so that all of them can be read in one
/// place.
struct MessagesTests {
    private static let url = URL(string: "https://kim:secret@a.example/c.json") ?? URL(filePath: "/")
    private static let wait = Duration.seconds(30)

    private static let transfers: [DataLoadError.Reason] = [
        .unresolvedHost, .unreachable(reason: "REASON"), .timedOut(after: wait), .tls(reason: "REASON"),
        .bodyTooLarge(limit: 10), .cutShort(byteCount: 9), .refusedRedirect(location: "LOCATION"),
        .tooManyRedirects(limit: 20), .unsupportedScheme, .malformedURL,
        .unreadableFile(path: "/FILE", errorNumber: 13), .connectionLost(reason: "REASON"),
        .unusableProxy(reason: "REASON"), .proxyRefused(HTTPStatus(407)),
        .askedToWait(HTTPStatus(429), wait: .seconds(3600), limit: .seconds(300)),
        .suspended(until: .now + 3599, after: HTTPStatus(429)), .suspended(until: .now + 599, after: nil),
        .privateAddress, .tookTooLong(limit: wait), .headTooLarge(limit: 100), .malformedResponse(reason: "REASON"),
        .failed(code: 1, reason: "REASON"), .loaderIsShutDown,
    ]

    private static let catalogs: [CatalogError] =
        transfers.map { .unreachable(DataLoadError($0, url, tryCount: 4)) }
        + [401, 404, 418, 503].map { .status(url, HTTPStatus($0)) }
        + [.status(URL(string: "https://a.example/c.json") ?? url, HTTPStatus(403), reason: "REASON")]
        + CatalogSyntaxError.Format.allCases.map { .syntax(.otherFormat($0)) }
        + [
            .unreadableFile(DataLoadError(.unreadableFile(path: "/FILE", errorNumber: 2), url)),
            .unreadableFile(DataLoadError(.unreadableFile(path: "/FILE", errorNumber: 21), url)), .syntax(.empty),
            .syntax(.malformed(byteOffset: 9, expected: "WHAT", found: 0)),
            .syntax(.text("TEXT")), .syntax(.otherFormat(.html, title: "TITLE")),
            .syntax(.otherFormat(.xml, title: "NAME")),
            .syntax(.cutShort(byteOffset: 9, expected: "WHAT")), .syntax(.tooDeep(byteOffset: 9, limit: 1024)),
            .syntax(.noSuppliers(found: "WHAT")),
            .badRecord(Supplier.BadRecord(record: 3, byteOffset: 412, path: "email", reason: "is missing")),
            .page(number: 2, .syntax(.empty)), .paging(.malformedLink("LINK")), .paging(.elsewhere(url)),
            .paging(.loop(url)), .paging(.tooManyPages(limit: 10)), .noSnapshot(url),
            .brokenOff(.syntax(.empty), snapshotStoredAt: .now), .damagedSnapshot(url),
        ]

    private static let avatars: [AvatarOutcome.Error] = [
        .status(url, HTTPStatus(500)), .missing(url, HTTPStatus(404), since: .now, until: .now + 3599), .empty(url),
        .notAnImage(url, contentType: "text/html"), .notAnImage(url, contentType: nil), .incomplete(url), .offline(url),
        .transfer(DataLoadError(.unresolvedHost, url)),
    ]

    private static let caches: [CacheError] = [
        .missing(path: "/FILE"), .failed(operation: "OPERATION", path: "/FILE", errorNumber: 28),
        .refused(path: "/FILE", reason: "REASON"), .notADirectory(path: "/FILE"), .tooLarge(path: "/FILE"),
        .empty(path: "/FILE"), .notAFile(path: "/FILE"),
    ]

    private static let stores: [any Error] =
        [
            ObjectStoreError.Reason.transfer(DataLoadError(.unreachable(reason: "REASON"), url, tryCount: 4)),
            .refused(code: "CODE", message: "MESSAGE"), .clockSkewed(difference: .seconds(-1200)),
            .clockSkewed(difference: nil), .noBucket, .wrongRegion(region: "REGION"), .wrongRegion(region: nil),
            .full(code: "CODE", message: ""), .malformedResponse(reason: "REASON"),
            .status(HTTPStatus(503), code: "", message: ""), .status(HTTPStatus(307), code: "", message: ""),
        ].map { ObjectStoreError($0, store: "s3://BUCKET/PREFIX") }
        + [
            ObjectStoreLocation.Error.malformed("TEXT"), .malformedEndpoint("TEXT"), .malformedRegion("TEXT"),
            .noCredentials("s3://BUCKET/PREFIX", advice: "ADVICE"), .unreadableFile(reason: "REASON"),
        ]

    private static let edits: [any Error] =
        [
            SupplierEdits.Edit.Error.noSupplier(Supplier.ID(1)), .removed(Supplier.ID(1)), .idIsTaken(Supplier.ID(1)),
            .fields(
                Supplier.Field.editable.compactMap { $0.error(in: "\n") }
                    + [(.fullname, ""), (.phone, "X"), (.email, "X"), (.avatar, "X")].compactMap {
                        (field: Supplier.Field, value: String) in field.error(in: value)
                    }),
        ]
        + [
            EditStoreError.unnamedCatalog, .noEdits(catalog: "/FILE"), .hasEdits(catalog: "/FILE"),
            .failed(operation: "OPERATION", path: "/FILE", reason: "REASON"),
        ]

    /// The errors that a run may end with, each with its status.
    private static var errors: String {
        let outputs: [any Error] = [OutputError.failed(errorNumber: 28)] + edits
        let failures = (catalogs.map { $0 as any Error } + caches + stores + outputs).compactMap { Failure($0) }
        return failures.map { "\($0.status.rawValue) \($0.sentence)\n" }.joined()
    }

    @Test func nameOnlyOptionsThatThereAre() {
        let known = Set(CommandTable.suppliergo.options.map(\.spelling))
        let named = Self.errors.matches(of: #/'(--[a-z-]+)/#).map { String($0.1) }
        #expect(Set(named).isSuperset(of: ["--offline", "--timeout", "--max-size", "--header", "--strict"]))
        #expect(Set(named).isSubset(of: known))
    }

    @Test func areAllInOneFile() throws {
        let text = """
            The errors that a run may end with, each with its exit status

            \(Self.errors)
            Why an avatar is not there

            \(Self.avatars.map { $0.sentence.withoutCredentials + "\n" }.joined())
            """
        let expected = String(decoding: try TestData.bytes("messages.txt"), as: UTF8.self)
        guard text != expected else { return }
        let actual = FileManager.default.temporaryDirectory.appending(path: "suppliergo-messages.txt")
        try Data(text.utf8).write(to: actual)
        Issue.record(
            "the messages differ: read \(actual.path()), and copy it to TestData/messages.txt if it is right")
    }
}
