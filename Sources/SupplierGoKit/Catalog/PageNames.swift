/// The names by which services tell of a catalog's suppliers and its further pages.
///
/// ``CatalogEnvelope`` follows pages and counts suppliers by them, ``MoreSigns`` finds by them what `inspect` proposes
/// and a warning names. A `Link` header field wins over all of them (`RemotePages.next`). The names of fields in other
/// systems are the program's, which guesses by them.
package enum PageNames {
    /// The paths of a next page's URL that is followed unless the shape has a place for it, the first one first.
    ///
    /// Under `links` the page may also be the element with the relation `next`, and a link may be an object with `href`
    /// or `url`.
    static let links = paths(
        ["next"], ["links", "next"], ["_links", "next"], ["link", "next"], ["paging", "next", "link"],
        ["@odata.nextLink"], ["nextLink"],
        ["next_page_url"], ["next_page_uri"], ["nextPageUrl"], ["nextRecordsUrl"])

    /// The usual places of a next page that no member names.
    package static let countedPages = ["?page={page}", "?skip={offset}"]

    /// The place of a next page that the id of the last record asks for; none if no id is known.
    package static func places(afterLast id: String?) -> [String] { id.map { ["?starting_after={last.\($0)}"] } ?? [] }

    /// The members that may be the array of suppliers.
    package static let records = ["suppliers", "data", "items", "results"]

    /// The paths of the number of suppliers unless the shape has a place for it.
    static let totals = paths(
        ["count"], ["total"], ["totalCount"], ["@odata.count"], ["totalResults"], ["total", "value"], ["__count"],
        ["Count"], ["Total"])

    /// The paths of the text by which a server says why it sends no suppliers.
    static let reasons = paths(
        ["error"], ["title"], ["error", "message"], ["error_description"], ["message"], ["detail"],
        ["errors", "0", "message"], ["errors", "0", "title"], ["errors", "0", "detail"], ["errors", "0"], ["errors"],
        ["error", "message", "value"])

    /// Those that are no part of a response in which all is well, as a title may be of one that has no suppliers.
    static let errors = reasons.filter { $0.steps[0].hasPrefix("error") }

    /// The texts of an error that is none.
    static let noErrors: Set<String> = ["-", "0", "false", "n/a", "no", "no error", "none", "null", "ok", "success"]

    /// Tests if a member says that the request failed, by `false` or the status of an error.
    static func isFailure(_ name: String, _ value: JSONValue) -> Bool {
        switch key(of: [name]) {
        case "success", "issuccess", "ok": value.text == "false"
        case "status", "statuscode", "code":
            value.integer.map { (400..<600).contains($0) }
                ?? ["error", "fail", "failed", "failure"].contains(value.string?.lowercased() ?? "")
        default: false
        }
    }

    /// The header fields that count pages or suppliers, or are not empty if there are more.
    static let fields: KeyValuePairs<String, MoreSign.Kind> = [
        "X-WP-TotalPages": .pageTotal, "X-Total-Pages": .pageTotal, "X-Total-Count": .total, "X-Total": .total,
        "Total": .total, "Total-Count": .total, "X-Pagination-Total-Count": .total,
        "X-Pagination-Page-Count": .pageTotal, "X-Pagination": .total, "Content-Range": .total, "X-Next-Page": .flag,
        "X-MS-ContinuationToken": .flag,
    ]

    /// The numbers in ``fields``: of `Content-Range` that of all (RFC 9110, section 14.4) unless it counts bytes, of an
    /// object in JSON its total, and 1 for a flag.
    static func counts(in fields: HeaderFields) -> [(name: String, kind: MoreSign.Kind, number: Int)] {
        Self.fields.compactMap { name, kind in
            guard let value = fields[name], !value.isEmpty, !value.hasPrefix("bytes ") else { return nil }
            let number = kind == .flag ? 1 : Int(value.split(separator: "/").last ?? "") ?? total(inObject: value)
            return number.map { (name: name, kind: kind, number: $0) }
        }
    }

    private static func total(inObject text: String) -> Int? {
        let members = JSONDocument(Array(text.utf8))?.root.members ?? []
        return members.first { meaning(of: [$0.name]) == .total }?.value.integer
    }

    /// The meaning of a member beside the array, or up to two levels under one.
    enum Meaning: Equatable {
        /// A URL of the next page, or something else that is not empty and means that there is one.
        case next

        /// The next page's URL if the object around it is the next page.
        case target

        /// `true` says that there are more pages, `false` that there are none.
        case more

        /// `false` says that there are more pages, `true` that there are none.
        case last

        /// A text that asks for the next page in a query parameter.
        case cursor(parameter: String)

        /// A text that does so if another member says that there are more pages: some services send it with the last
        /// one too.
        case companion(parameter: String)

        /// A text that does so if the object around it is the next page.
        case nextCursor(parameter: String)

        /// The number of pages, or as `true` and `false` what ``last`` says.
        case pagesOrLast

        /// The number of suppliers on all pages.
        case total

        /// A number of suppliers, perhaps only of this page.
        case count

        /// The number of this page.
        case page
    }

    /// The meaning of each name, perhaps after that of the object around it and a dot, by its ``key(of:)``. A dot
    /// before a name means the top.
    private static let meanings = Dictionary(
        uniqueKeysWithValues: names.flatMap { meaning, names in
            names.split(separator: " ").map { (String($0), meaning) }
        })

    private static let names: [(meaning: Meaning, names: String)] = [
        (.next, "next nextlink odatanextlink nextpage nextpageurl nexturl nexthref nextpageuri nextrecordsurl"),
        (.next, "nextoffset nextstart nextpagelink"), (.target, "href link url"),
        (.more, "hasmore hasmoreitems hasmorepages hasmorerecords hasnext hasnextpage moreavailable moreitems"),
        (.more, "moreitemsincollection morerecords microsoftdynamicscrmmorerecords hasmoreresults moreresults"),
        (.more, "istruncated hasmorepage more exceededtransferlimit"),
        (.last, "last islast islastpage done isdone endofrecords endofstream"),
        (.cursor(parameter: "pageToken"), "nextpagetoken"), (.cursor(parameter: "nextToken"), "nexttoken"),
        (.cursor(parameter: "cursor"), "nextcursor"), (.cursor(parameter: "marker"), "nextmarker"),
        (.cursor(parameter: "continue"), "continue"), (.cursor(parameter: "offset"), "offset"),
        (.cursor(parameter: "continuationToken"), "continuationtoken nextcontinuationtoken"),
        (.companion(parameter: "cursor"), "cursor"), (.companion(parameter: "after"), "endcursor"),
        (.nextCursor(parameter: "after"), "after"), (.nextCursor(parameter: "starting_after"), "startingafter"),
        (.pagesOrLast, "pagecount totalpages lastpage pages numpages numberofpages nbpages totalnumberofpages"),
        (.total, "totalcount totalresults totalitems totalelements totalrecords totalresultcount totalpeople"),
        (.total, "totalsize totalresources totalhits estimatedtotalhits odatacount recordsfiltered nbhits numfound"),
        (.total, "found fullresultsize totalrows filtercount totalnumberofresults totalnumberofrecords"),
        (.total, "recordsetcount meta.total pagination.total paging.total"), (.count, "count total"),
        (.page, "page currentpage pagenumber pageno pageindex .number page.number"),
    ]

    /// The longest name that is looked up, in bytes: there is room for punctuation.
    static let lengthLimit = 64

    /// The meaning of a path's last name by its ``key(of:)``; `nil` for most names.
    static func meaning(of path: [String]) -> Meaning? {
        guard let name = path.last, name.utf8.count <= lengthLimit else { return nil }
        let (outer, inner) = (path.dropLast().last.map { key(of: [$0]) } ?? "", key(of: [name]))
        return meanings["\(outer).\(inner)"] ?? meanings[inner]
    }

    /// Tests if a text is the URL of a page. A relative path could be anything.
    static func isURL(_ text: String) -> Bool {
        ["http://", "https://", "/", "?"].contains(where: text.prefix(8).lowercased().hasPrefix)
    }

    private static func paths(_ paths: [String]...) -> [FieldPath] {
        paths.map { FieldPath(steps: $0, text: $0.joined(separator: ".")) }
    }

    /// Objects that only hold a record's own fields.
    private static let wrappers: Set<String> = [
        "attributes", "fields", "properties", "node", "entry", "user", "document", "doc", "resource",
    ]

    /// The names in a path as they are compared: only letters and digits of each name count, folded and after its last
    /// colon. Positions in arrays, the names of ``wrappers`` and `_source` are left out.
    package static func key(of names: [String]) -> String {
        let names = names.filter { $0 != "_source" }.map { name -> String in
            let last = name.split(separator: ":").last ?? ""
            let folded = String(decoding: TextFolding.folded(String(last).utf8.span), as: UTF8.self)
            return folded.filter { $0.isLetter || $0.isNumber }
        }
        return names.filter { !wrappers.contains($0) }.joined(separator: ".")
    }
}
