import SupplierGoKit
import Testing

@testable import suppliergo

@Suite struct FreshnessWordsTests {
    @Test(
        arguments: [
            (.maxAge(60), "max-age=60"), (.expires, "Expires"), (.lastModified, "a tenth of its age by Last-Modified"),
            (.assumed(seconds: 86_400), "a day, since its server gives no lifetime"),
            (.assumed(seconds: 60), "60 seconds, since its server gives no lifetime"), (.variesByAnything, "Vary: *"),
            (.noCache, "no-cache"), (.noStore, "no-store"),
            (.invalid(field: "Expires"), "its server's Expires cannot be read"),
        ] as [(Freshness.Basis, String)])
    func nameTheReasonForALifetime(basis: Freshness.Basis, words: String) {
        #expect(basis.words == words)
    }
}
