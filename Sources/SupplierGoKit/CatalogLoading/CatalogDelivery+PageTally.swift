extension CatalogDelivery {
    /// Adds up what the pages of a catalog say, and finds the page that comes next if a shape makes its URL.
    ///
    /// ``CatalogDelivery`` begins a tally with each source that it reads.
    struct PageTally {
        private let shape: CatalogShape

        /// The query of the catalog's URL; `nil` if it is not at one.
        let query: String?
        private var isRemote: Bool { query != nil }

        /// The number of pages that were begun.
        private(set) var count = 0

        /// The number of records, and of those on the pages before the last one.
        private(set) var (recordCount, earlierRecordCount) = (0, 0)

        /// The number of suppliers that the catalog itself has, removed ones included.
        private(set) var supplierCount = 0

        /// The number of lines before the headings of its tables.
        private var skippedLineCount = 0

        /// The envelope of the last page, the last number of suppliers that one had, and the first error and the first
        /// other array of one with records.
        private var envelope = CatalogEnvelope()
        private var (total, error, otherRecords): (Int?, String?, String?)

        /// The last record's values on the page, and the URLs without numbers that pages were asked for by.
        private var lastValues: [String: String] = [:]
        private var cursorURLs: Set<String> = []

        /// The hashes of the ids on the page, and on the one before; none unless ``hashesIDs``.
        private var (pageIDs, earlierPageIDs): ([UInt64], [UInt64]) = ([], [])

        /// The first page calls itself page 0.
        private var countsFromZero = false

        /// The server has an error in place of the page after the last.
        private(set) var hasErrorAtEnd = false

        /// The paths to what asks for the next page that no page had.
        private var missingPaths: [String]

        init(_ shape: CatalogShape, query: String?) {
            (self.shape, self.query, missingPaths) = (shape, query, shape.nextPaths.map(\.text))
        }

        /// Pages are asked for by their number, or by that of the records before.
        var areCounted: Bool { isRemote && shape.nextTemplate?.isCounted == true }

        /// Its ids are compared with those of the page before, since every page may name another one that is the same.
        var hashesIDs: Bool { areCounted || count > 1 }

        /// The page is the one before. If several records have one id, it tells no page from another.
        private var isSameAgain: Bool {
            !pageIDs.isEmpty && pageIDs == earlierPageIDs && Set(pageIDs).count == pageIDs.count
        }

        /// Begins the next page.
        mutating func beginPage() {
            count += 1
            (earlierRecordCount, lastValues, earlierPageIDs, pageIDs) = (recordCount, [:], pageIDs, [])
        }

        /// Adds a batch of the page.
        mutating func add(_ batch: DecodedBatch) {
            recordCount += batch.recordCount
            supplierCount += batch.byteOffsets.count
            if hashesIDs { pageIDs += batch.idHashes }
            lastValues = batch.lastValues ?? lastValues
        }

        /// Ends a page that was read to its end.
        ///
        /// - Returns: the members beside its array, with the next page if the shape has a URL for it.
        mutating func endPage(_ read: CatalogEnvelope) -> CatalogEnvelope {
            envelope = read
            skippedLineCount += read.skippedLineCount
            missingPaths.removeAll(where: read.foundPaths.contains)
            let next = nextPage() ?? envelope.next
            if case .page = next, isSameAgain { envelope.follow(.page("")) } else { envelope.follow(next) }
            total = envelope.total ?? total
            otherRecords = otherRecords ?? envelope.otherRecords
            // In place of the page after the last one a server may have an error.
            if recordCount > earlierRecordCount { error = error ?? envelope.reason }
            return envelope
        }

        /// Ends the pages if the one that was asked for by a number is past the last: it has nothing in it, or is an
        /// error although the catalog has had all that it counts, and nothing says that there is more.
        ///
        /// - Returns: `false` if it is not, so that its error counts.
        mutating func end(with error: any Error) -> Bool {
            guard areCounted, count > 0, !countsMore else { return false }
            let signs = envelope.signs
            switch error {
            case CatalogSyntaxError.empty:
                guard count > 1, !saysMore(after: count - 1) else { return false }
            case CatalogError.page(_, .status(_, let status, _, _)):
                let isCounted = signs[.pageTotal] != nil || signs[.total] != nil || total != nil
                guard [400, 404, 416].contains(status.code), isCounted, !saysMore(after: count) else { return false }
                hasErrorAtEnd = true
            default: return false
            }
            envelope.follow(.none)
            return true
        }

        private func saysMore(after count: Int) -> Bool {
            envelope.signs.sign(after: start.pagesBefore + count, recordCount: start.offset + recordCount) != nil
        }

        /// The numbers of the first page, which the catalog's own address may have, and of the pages before it.
        private var start: (page: Int, offset: Int, pagesBefore: Int) {
            let given = shape.nextTemplate?.numbers(in: query ?? "")
            let origin = countsFromZero || given?.page == 0 ? 0 : 1
            let page = given?.page ?? origin
            return (page, given?.offset ?? 0, page - origin)
        }

        /// The next page by the shape's template; `nil` without one, and after the last page.
        private mutating func nextPage() -> CatalogEnvelope.Link? {
            guard let template = shape.nextTemplate, !envelope.signs.sayNoMore else { return nil }
            if count == 1 { countsFromZero = envelope.signs[.page]?.number == 0 }
            // Without a value of the response, nothing but the server says that there is another page.
            guard !template.cursors.isEmpty || isRemote && recordCount > earlierRecordCount else { return nil }
            func url(page: Int, offset: Int) -> String? {
                template.url(page: page, offset: offset) { envelope.cursors[$0.text] ?? lastValues[$0.text] }
            }
            if template.isCounted, template.hasCursor, let same = url(page: 0, offset: 0),
                !cursorURLs.insert(same).inserted
            {
                return .page("")
            }
            let next = url(page: start.page + count, offset: start.offset + recordCount)
            return next.map { .page($0.addingParameters(of: query ?? "")) }
        }

        /// The signs that there are more suppliers than were read.
        var omissions: [SupplierBatch.Omission] {
            var omissions: [SupplierBatch.Omission] = []
            switch envelope.next {
            case .none: omissions += unnamedNextPage.map { [$0] } ?? []
            // A page that comes again ends them with an error.
            case .page(let target): if !target.isEmpty { omissions.append(.unreadNextPage(target)) }
            case .unusable(let value): omissions.append(.unusableNextPage(value))
            }
            if let error { omissions.append(.error(error)) }
            if let otherRecords { omissions.append(.unreadArray(otherRecords)) }
            if countsMore, let total { omissions.append(.fewerRecords(total: total, found: recordCount)) }
            return omissions
        }

        /// The signs that the pages are not of the shape that was meant.
        var doubts: [SupplierBatch.ShapeDoubt] {
            (skippedLineCount > 0 ? [.skippedLines(count: skippedLineCount)] : [])
                + missingPaths.map { .missingNextPage($0, paths: envelope.paths) }
        }

        /// The catalog counts more suppliers than it had.
        private var countsMore: Bool { total.map { $0 > recordCount } ?? false }

        /// The sign of further pages in a catalog without a next page; `nil` if there is none.
        private var unnamedNextPage: SupplierBatch.Omission? {
            guard !shape.readsOnePage, let sign = envelope.signs.sign(after: count, recordCount: recordCount),
                sign.kind != .total || !countsMore && !shape.countsNone
            else { return nil }
            // A server that gives cursors would send the same page for every number.
            let (cursor, id) = (envelope.signs.cursor.map { [$0.place] }, shape.fieldMap.fields[.id])
            let lastID = sign.kind == .flag && id.isBare ? id.name : nil
            let places =
                sign.kind == .link
                ? [sign.path] : cursor ?? PageNames.countedPages + PageNames.places(afterLast: lastID)
            return .unnamedNextPage(sign.clause, places: isRemote ? places : [])
        }
    }
}
