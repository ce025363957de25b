import FoundationEssentials
import Glibc
import Testing

@testable import SupplierGoKit
@testable import suppliergo

struct HTMLFormatterTests {
    private func page(_ supplier: Supplier, width: Int? = nil, image: [UInt8]? = nil) -> String {
        OutputFormat.html.rendering([supplier], width: width, image: image)
    }

    @Test(arguments: [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"), ("a&amp;b", "a&amp;amp;b"),
        (#""x" onload='y'"#, "&quot;x&quot; onload=&#39;y&#39;"), ("a\nb\u{1b}\u{85}", "a b\u{fffd}\u{fffd}"),
        ("Zoë 東京 é", "Zoë 東京 é"), ("", ""),
    ])
    func escapesMarkup(text: String, expected: String) throws {
        #expect(HTMLText.escaped(text) == expected)
        let page = page(try .sample(fullname: text, company: text), image: Samples.picture)
        #expect(page.contains(#"class="name" dir="auto">\#(expected)</h2>"#))
        #expect(page.contains(#"class="company" dir="auto">\#(expected)</p>"#))
        #expect(page.contains(#"alt="Picture of \#(expected)""#))
    }

    @Test func linksAddressesAsTheTerminalDoes() throws {
        let page = page(try .sample(phone: "+49 (0)40 555-01 10", email: #"a"'b&c@d.example"#))
        #expect(page.contains(#"<a href="tel:+4940555-0110" dir="auto">+49 (0)40 555-01 10</a>"#))
        #expect(page.contains(#"<a href="mailto:a%22%27b%26c@d.example" dir="auto""#))
        let without = self.page(try .sample(phone: "n/a", email: "javascript:alert(1234)"))
        #expect(!without.contains("<a href=\"tel:") && !without.contains("<a href=\"mailto:"))
    }

    @Test func embedsThePictureAndOtherwiseInitials() throws {
        let data = Data(Samples.picture).base64EncodedString()
        let with = page(try .sample(), image: Samples.picture)
        #expect(with.contains(#"src="data:image/png;base64,\#(data)">"#))
        #expect(!with.contains(#"class="face t"#))
        for image in [nil, Array("GIF but no picture".utf8), [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]] {
            let without = page(try .sample(), image: image)
            #expect(without.contains(#" aria-hidden="true">MH</span>"#))
            #expect(!without.contains("<img"))
        }
    }

    @Test func hasNoLineOfAFieldThatIsEmpty() throws {
        let without = page(try .sample(createdAt: "", phone: "", email: ""))
        for name in ["E-mail", "Phone", "Since"] { #expect(!without.contains("<dt>\(name)</dt>"), "\(name)") }
        #expect(without.contains("<dt>Id</dt>"))
    }

    @Test func showsOtherFieldsAsTheCardDoes() throws {
        let rows = (1...7).map { #"{"name":"<b>\#($0)","aum":\#($0).50}"# }.joined(separator: ",")
        let json = #""vat":"DE1\n2","address":{"city":"Köln","sites":[{}]},"tags":["a",2],"owns":[\#(rows)]"#
        var supplier = try Supplier.sample()
        supplier.otherFields = Supplier.OtherFields(json: Array(json.utf8), exportedByteCount: json.utf8.count)
        #expect(
            page(supplier).contains(
                """
                <dt class="d0"><bdi>vat</bdi></dt><dd><bdi>DE1 2</bdi></dd>
                <dt class="d0"><bdi>address</bdi></dt><dd><bdi></bdi></dd>
                <dt class="d1"><bdi>city</bdi></dt><dd><bdi>Köln</bdi></dd>
                <dt class="d1"><bdi>sites</bdi> <span>(1)</span></dt>
                <dd class="wide" tabindex="0"><table>
                <tr><td><bdi>none</bdi></td></tr>
                </table></dd>
                <dt class="d0"><bdi>tags</bdi></dt><dd><bdi>a, 2</bdi></dd>
                <dt class="d0"><bdi>owns</bdi> <span>(7)</span></dt>
                <dd class="wide" tabindex="0"><table>
                <tr><th><bdi>name</bdi></th><th class="n"><bdi>aum</bdi></th></tr>
                <tr><td><bdi>&lt;b&gt;1</bdi></td><td class="n"><bdi>1.50</bdi></td></tr>
                <tr><td><bdi>&lt;b&gt;2</bdi></td><td class="n"><bdi>2.50</bdi></td></tr>
                <tr><td><bdi>&lt;b&gt;3</bdi></td><td class="n"><bdi>3.50</bdi></td></tr>
                <tr><td><bdi>&lt;b&gt;4</bdi></td><td class="n"><bdi>4.50</bdi></td></tr>
                <tr><td><bdi>&lt;b&gt;5</bdi></td><td class="n"><bdi>5.50</bdi></td></tr>
                </table><p class="quiet">and 2 more</p></dd>
                </dl>
                """))
    }

    @Test func looksAtASVGOnlyFromOutside() throws {
        let drawing = #"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#
        let page = page(try .sample(), image: Array(drawing.utf8))
        #expect(page.contains(#"src="data:image/svg+xml;base64,"#))
        #expect(!page.contains("<svg"))
    }

    @Test func letsInOnlyItsOwnStyleAndScript() {
        let page = OutputFormat.html.rendering([])
        let style = Data(SHA256.digest(of: Array(HTMLPage.style.utf8))).base64EncodedString()
        let script = Data(SHA256.digest(of: Array(HTMLPage.script.utf8))).base64EncodedString()
        #expect(page.contains("default-src 'none'; img-src data:; "))
        #expect(page.contains("style-src 'sha256-\(style)'; script-src 'sha256-\(script)';"))
        #expect(page.contains("<style>\(HTMLPage.style)</style>"))
        #expect(page.contains("<script>\(HTMLPage.script)</script>"))
        #expect(!page.contains("http://") && !page.contains("https://"))
        #expect(!HTMLPage.script.contains("</") && !HTMLPage.style.contains("</"))
    }

    @Test func isNamedAfterTheCatalogWithoutItsSecrets() throws {
        let url = try #require(URL(string: "https://user:secret@a.example/private/list.json?token=secret"))
        let page = OutputFormat.html.rendering([], catalog: .remote(url))
        #expect(page.contains("<title>Suppliers of a.example</title>"))
        #expect(!page.contains("secret") && !page.contains("private"))
        #expect(
            OutputFormat.html.rendering([], catalog: .file(path: "/home/ana/a&b.json")).contains("of a&amp;b.json<"))
    }

    @Test func putsGroupsUnderHeadings() throws {
        var formatter = HTMLFormatter(catalog: .standardInput, isForTerminal: false)
        var output: [UInt8] = []
        output.append(formatter.begin(asOf: nil))
        for company in ["A & B", "C"] {
            let supplier = try Supplier.sample(company: company)
            output.append(formatter.heading(of: company, count: 1, isFirst: false))
            formatter.append(supplier, into: &output)
        }
        output.append(formatter.end(isEmpty: false))
        let text = String(decoding: output, as: UTF8.self)
        #expect(text.contains("<section>\n<h2><bdi>A &amp; B</bdi> <span>(1)</span></h2>\n<ul class=\"sheet\">\n<li"))
        #expect(text.contains("</li>\n</ul>\n</section>\n<section>\n<h2><bdi>C</bdi>"))
        #expect(text.contains("<h3 class=\"name\"") && !text.contains("<h2 class=\"name\""))
    }

    /// The contrast of two colours (WCAG 2.2).
    private static func contrast(_ one: String, _ other: String) -> Double {
        let lights = [one, other].map { color in
            let value = Int(color, radix: 16) ?? 0
            let parts = [value >> 16, value >> 8 & 255, value & 255].map { part in
                let share = Double(part) / 255
                return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
        return (max(lights[0], lights[1]) + 0.05) / (min(lights[0], lights[1]) + 0.05)
    }

    @Test func canBeReadInBothSchemes() throws {
        #expect(HTMLPage.tints.count == TextStyle.tintCount)
        for tint in HTMLPage.tints { #expect(Self.contrast(tint, "ffffff") >= 4.5, "\(tint)") }
        let schemes = HTMLPage.style.components(separatedBy: "prefers-color-scheme: dark").prefix(2)
        #expect(schemes.count == 2)
        for scheme in schemes {
            func color(_ name: String) throws -> String {
                let start = try #require(scheme.firstRange(of: "--\(name): #")).upperBound
                return String(scheme[start...].prefix(6))
            }
            for foreground in ["text", "quiet", "link"] {
                for background in ["page", "card"] {
                    #expect(try Self.contrast(color(foreground), color(background)) >= 4.5, "\(foreground)")
                }
            }
        }
    }
}
