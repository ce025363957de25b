import Testing

@testable import SupplierGoKit

/// Documents that are no catalog, and what the error says they are.
@Suite struct OtherFormatTests {
    private static let csv = "id;fullname\r\n1;Zoë\r\n"
    private static let cyrillic = "Номер;Имя\r\n1;Анна\r\n"

    private static func zip(_ names: String...) -> [UInt8] {
        names.flatMap { name in
            [0x50, 0x4b, 3, 4] + [UInt8](repeating: 1, count: 26) + Array(name.utf8) + Array(repeating: 0x99, count: 90)
        }
    }

    private static func wide(_ text: String, isBig: Bool = false, unit: Int = 2, mark: Bool = false) -> [UInt8] {
        ((mark ? "\u{feff}" : "") + text).unicodeScalars.flatMap { scalar in
            let bytes = (0..<unit).map { UInt8(truncatingIfNeeded: scalar.value >> UInt32(8 * $0)) }
            return isBig ? bytes.reversed() : bytes
        }
    }

    private static let office = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] as [UInt8]

    static let documents: [(bytes: [UInt8], error: String)] = [
        (zip("[Content_Types].xml", "_rels/.rels", "xl/workbook.xml"), "an Excel workbook: save it as CSV UTF-8"),
        (zip("docProps/app.xml", "xl/workbook.xml"), "an Excel workbook: save it as CSV UTF-8"),
        (zip("[Content_Types].xml", "word/document.xml"), "an Office document: export the suppliers as CSV or JSON"),
        (
            zip("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"),
            "an OpenDocument spreadsheet: save it as CSV UTF-8"
        ),
        (zip("vendors.csv"), "a zip archive: unpack it first"), ([0x50, 0x4b, 5, 6], "a zip archive: unpack it first"),
        (
            office + [UInt8](repeating: 0, count: 600),
            "an Excel workbook, or another Office file of the old kind: save it as CSV UTF-8"
        ),
        (wide(csv, mark: true), "in UTF-16: convert it with 'iconv -f UTF-16 -t UTF-8'"),
        (wide(csv, isBig: true, mark: true), "in UTF-16: convert it with 'iconv -f UTF-16 -t UTF-8'"),
        (wide(csv), "in UTF-16LE: convert it with 'iconv -f UTF-16LE -t UTF-8'"),
        (wide(csv, isBig: true), "in UTF-16BE: convert it with 'iconv -f UTF-16BE -t UTF-8'"),
        (wide("[{\"id\":1}]"), "in UTF-16LE: convert it with 'iconv -f UTF-16LE -t UTF-8'"),
        (wide(cyrillic), "in UTF-16LE: convert it with 'iconv -f UTF-16LE -t UTF-8'"),
        (wide(csv, unit: 4, mark: true), "in UTF-32: convert it with 'iconv -f UTF-32 -t UTF-8'"),
        (wide(cyrillic, isBig: true, unit: 4), "in UTF-32BE: convert it with 'iconv -f UTF-32BE -t UTF-8'"),
        (wide("<?xml version='1.0'?><rss/>", mark: true), "XML with the root 'rss': only JSON and CSV are read"),
        ([0x1f, 0x8b, 8, 0], "compressed with gzip: decompress it with 'gzip -dc'"),
        (Array("BZh91AY&SY".utf8), "compressed with bzip2: decompress it with 'bzip2 -dc'"),
        ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0], "compressed with xz: decompress it with 'xz -dc'"),
        ([0x28, 0xb5, 0x2f, 0xfd, 4], "compressed with zstd: decompress it with 'zstd -dc'"),
        (
            Array("<?xml version='1.0'?>\n<soap:Envelope/>".utf8),
            "XML with the root 'soap:Envelope': only JSON and CSV are read"
        ),
        (Array("\u{feff}\n <!-- > --><feed/>".utf8), "XML with the root 'feed': only JSON and CSV are read"),
        (
            Array("<feed xmlns:d='http://schemas.microsoft.com/ado/2007/08/dataservices'/>".utf8),
            "XML of OData with the root 'feed': ask for JSON with '$format=json'"
        ),
        (
            Array("<Workbook xmlns='urn:schemas-microsoft-com:office:spreadsheet'/>".utf8),
            "an Excel workbook: save it as CSV UTF-8"
        ),
        (Array("<!DOCTYPE html><title>Sign\nin</title>".utf8), "a page of HTML titled 'Sign in', and not data"),
        (
            Array("<?xml version='1.0'?><!DOCTYPE html PUBLIC 'x'><html/>".utf8),
            "a page of HTML, perhaps a sign-in form, and not data"
        ),
        (Array("<br />\n<b>Warning</b>: x".utf8), "a page of HTML, perhaps a sign-in form, and not data"),
        (Array("%PDF-1.7\n".utf8), "a PDF document: export the suppliers as CSV or JSON"),
        (Array("begin:vcard\r\nN:a;b\r\n".utf8), "a vCard file: export the suppliers as CSV or JSON"),
        (Array("SQLite format 3\0".utf8), "an SQLite database: export the suppliers as CSV or JSON"),
        (Array("PAR1\u{15}".utf8), "a Parquet file: export the suppliers as CSV or JSON"),
        ([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0xff, 0xfe, 0, 1, 2], "binary data, and not text"),
    ]

    @Test(arguments: documents)
    func areNamed(bytes: [UInt8], error: String) {
        for size in [1, 3, Int.max] {
            let found = CatalogReading(of: bytes.cut(every: min(size, bytes.count))).error?.description
            #expect(found == "the catalog is " + error, "cut every \(size)")
        }
        let whole = #expect(throws: CatalogSyntaxError.self) { try CatalogBeginning(bytes, isWhole: true) }
        #expect(whole?.description == "the catalog is " + error)
    }

    @Test(arguments: [
        ("Invalid API key\nand more", "Invalid API key"), ("401 Unauthorized", "401 Unauthorized"),
        ("\u{feff}  nö https://a:b@h/?k=v ", "nö https://h/?k=…"), ("truest", "truest"),
    ])
    func areQuotedIfTheyAreText(text: String, line: String) {
        for size in [1, Int.max] {
            let bytes = Array(text.utf8)
            #expect(CatalogReading(of: bytes.cut(every: min(size, bytes.count))).error == .text(line))
        }
    }

    /// Catalogs that begin like something else, and what has an error of its own.
    @Test(arguments: ["PK,id\n1,2\n", "BEGIN,id\n1,2\n", "%PDF,id\n", "BZh,id\n", "\u{feff}ü,id\n1,2\n"])
    func areNotWhatOnlyBeginsLikeThem(text: String) throws {
        let shape = try CatalogShape([.id: "id", .fullname: "\"x\""])
        for size in [1, Int.max] {
            let bytes = Array(text.utf8)
            #expect(CatalogReading(of: bytes.cut(every: min(size, bytes.count)), shape).error == nil)
        }
    }

    @Test(arguments: ["true", "12", "null", "\"text\"", " -1.5e3 "])
    func leaveValuesInJSONTheirOwnError(text: String) {
        guard case .noSuppliers? = CatalogReading(text).error else {
            Issue.record("\(text)")
            return
        }
    }

    static let reasons: [(body: String, reason: String?)] = [
        (#"{"error":"invalid_token","error_description":"The token\nexpired"}"#, "invalid_token: The token expired"),
        (#"{"error":{"code":1,"message":"No access"}}"#, "No access"), (#"{"message":"Boom"}"#, "Boom"),
        (#"{"title":"Not Found","detail":"No such list","status":404}"#, "Not Found: No such list"),
        (#"{"errors":[{"message":"Bad filter"}]}"#, "Bad filter"), (#"{"errors":["no"]}"#, "no"),
        (#"[{"message":"Session expired","errorCode":"X"}]"#, "Session expired"),
        (#"{"Message":"Authorization has been denied"}"#, "Authorization has been denied"),
        (#"{"error":"same","message":"same"}"#, "same"), (#""Nope""#, "Nope"), ("Nope\r\nmore", "Nope"),
        (#"{"error":"see https://a:b@h/x?token=abc"}"#, "see https://h/x?token=…"),
        (#"{"error":true,"status":500}"#, nil), ("<html><title>502</title>", nil), ("", nil), ("{\"error\":", nil),
    ]

    @Test(arguments: reasons)
    func findsTheReasonInABody(body: String, reason: String?) {
        #expect(CatalogSyntaxError.reason(in: Array(body.utf8)) == reason)
    }

    @Test func cutsAReasonAt200Characters() throws {
        let body = #"{"message":"\#(String(repeating: "x", count: 5000))"}"#
        let reason = try #require(CatalogSyntaxError.reason(in: Array(body.utf8)))
        #expect(reason == String(repeating: "x", count: 199) + "…")
    }

    @Test func listsNamesInRoomForAnError() {
        #expect(["a", "b"].listed == "a, b" && [String]().listed == "none")
        let names = (0..<1000).map { "name\($0)" + String(repeating: "x", count: $0 == 0 ? 300_000 : 0) }
        #expect(names.listed.count < 200 && names.listed.hasPrefix("name0xxx"))
        #expect(names.listed.contains("…, name1, name2, ") && names.listed.hasSuffix(" more"))
    }
}
