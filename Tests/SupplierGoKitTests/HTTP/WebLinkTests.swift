import Testing

@testable import SupplierGoKit

struct WebLinkTests {
    private func fields(_ values: [String]) -> HeaderFields {
        HeaderFields(values.compactMap { HeaderFields.Field(name: "Link", value: $0) })
    }

    @Test(arguments: [
        (["</p2>; rel=\"next\""], "/p2"), (["<?page=2>;rel=next"], "?page=2"), (["<b>; REL=Next"], "b"),
        (["<a>; rel=prev, <b>; rel=next"], "b"), (["<a>; rel=prev", "<b>; rel=\"last next\""], "b"),
        (["<a,b;c>; title=\"x, <y>; rel=\\\"next\\\"\"; rel=next"], "a,b;c"),
        (["<a>; title=\"<z>; rel=next\"; rel=prev, <b>; rel=\"next\""], "b"),
        ([" , ,<b> ; rel = \"next\" ,"], "b"), (["<b>; crossorigin; rel=next"], "b"), (["<>; rel=next"], ""),
        (["<http://h/x?a=1&b=2>; rel=\"http://example.com/other next\""], "http://h/x?a=1&b=2"),
    ])
    func findsTheNextPage(values: [String], target: String) {
        #expect(fields(values).nextPage == target)
    }

    @Test(arguments: [
        [], ["</p2>"], ["</p2>; rel=prev"], ["</p2>; rel=nextish"], ["</p2>; rel=prev; rel=next"], ["/p2; rel=next"],
        ["</p2; rel=next"], ["</p2>; rel=\"next"], ["<a>; rel=next; anchor=\"#part\""],
    ])
    func findsNone(values: [String]) {
        #expect(fields(values).nextPage == nil)
    }

    @Test func keepsTheOrderOfLinks() {
        let links = fields(["<a>; rel=first, <b>; rel=\"last NEXT\"", "<c>"]).links
        #expect(links.map(\.target) == ["a", "b", "c"])
        #expect(links.map(\.relations) == [["first"], ["last", "next"], []])
    }
}
