import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct OriginMemoryTests {
    @Test func saysWhatAURLAloneSays() throws {
        let texts = [
            "http://a/x", "http://a/y", "http://ab/", "http://a", "http://a/", "http://a:80/", "http://a:81/x",
            "http://u@a/", "http://u@a/y", "http://a?x", "http://a#x", "https://a/", "https://a/y", "HTTP://A/",
            "HTTP://A/x", "http://[::1]:8080/x", "http://[::1]:8080/y", "http://[::1]:808/", "file:///x", "/x", "x:/y",
            "http:///x", "http://b/http://a/",
        ]
        let urls = try texts.map { try #require(URL(string: $0)) }
        var memory = OriginMemory()
        for first in urls {
            for second in urls {
                #expect(memory.origin(of: LazyURL(first)) == Origin(first))
                #expect(memory.origin(of: LazyURL(second)) == Origin(second), "\(first), then \(second)")
            }
        }
    }
}
