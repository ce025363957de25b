import SupplierGoKit

extension BrowserState {
    /// The reason why the catalog is incomplete, or not as it is now.
    var failure: Failure? {
        if let failure = catalog.end.failure { return failure }
        guard case .snapshot(_, let reason?) = catalog.end.source else { return nil }
        return Failure(reason)
    }

    /// The failure in one line or two, if there are suppliers to show as well, with advice if that has an effect.
    var failureLines: [String] {
        guard let failure, !table.isEmpty else { return [] }
        let (start, advice) = ("error: ", catalog.isLoading ? "" : " (R tries again)")
        let whole = (start + failure.sentence + advice).wrapped(toWidth: size.columns).map(String.init)
        guard whole.count > 2 else { return whole }
        // A line ends in its second half, so that this is never more than two.
        let room = size.columns * 3 / 2 - start.count - advice.count
        let sentence = failure.sentence.shortened(toWidth: room, ellipsis: setting.style.ellipsis)
        return (start + sentence + advice).wrapped(toWidth: size.columns).map(String.init)
    }

    /// Shows the catalog as it is now: more suppliers at once, and another table once its rows are arranged.
    mutating func show(_ new: ShownCatalog) {
        let (former, wasAwaited) = (catalog, isTableAwaited)
        let isContinued = former.table.isContinued(by: new.table)
        catalog = new
        if !wasAwaited, isContinued {
            let isScreenFull = table.count >= pageHeight || table.count == new.table.count
            table = new.table
            if !isScreenFull { measureColumns() }
            mark(new.changes)
        } else {
            // An edit, in the midst of a reading perhaps.
            if !isContinued, new.changes == nil, awaited == nil { awaited = .some(anchorRow) }
            if wasAwaited { catalog.changes = new.changes ?? former.changes }
        }
        let isFirstEnd = new.isComplete && !former.isComplete && !new.table.isEmpty
        let missing = isFirstEnd ? setting.matcher.warnings() : []
        if !missing.isEmpty { show(missing.joined(separator: "; "), isFailure: true) }
        arrangeAgain()
    }

    /// Marks for a moment what a reading has found.
    private mutating func mark(_ found: CatalogChanges?) {
        guard let found else { return }
        markedChanges = found
        if !found.all.isEmpty { changes = found }
        start(.changes, for: .seconds(5))
    }

    /// Shows the catalog's own table. The current row and the marked rows are the same suppliers as before; one that is
    /// gone has its neighbour instead.
    mutating func replaceTable(listing lines: ListLines) {
        let other = catalog.table
        let row = keptRow.flatMap { nearestRow(to: $0, in: other) }
        // A card in front never becomes another supplier's.
        if isCardOpen, keptRow.map({ table.text(of: .id, at: $0) }) != row.map({ other.text(of: .id, at: $0) }) {
            closeCard()
        }
        follow(into: other, row)
        let isFirst = table.isEmpty
        table = other
        if isFirst { measureColumns() }
        list(lines, keeping: row)
        mark(catalog.changes)
    }

    /// Finds the marked suppliers in another table, in which the current one is in a row.
    private mutating func follow(into other: SupplierTable, _ row: Row?) {
        marked = Set(other.rows(of: Array(marked), in: table).values)
        if awaited != nil { awaited = .some(row) }
    }

    /// The row of a supplier in another table or, if it is gone, of the next one that is not, or else of the one before
    /// it.
    private func nearestRow(to row: Row, in other: SupplierTable) -> Row? {
        guard table.count > row, other.count > 0 else { return nil }
        if let same = other.rows(of: [row], in: table)[row] { return same }
        let (before, after) = (max(0, row - 100)..<row, row + 1..<min(row + 101, table.count))
        let found = other.rows(of: Array(before) + Array(after), in: table)
        return after.lazy.compactMap { found[$0] }.first ?? before.reversed().lazy.compactMap { found[$0] }.first
            ?? min(row, other.count - 1)
    }

    /// Finds out how wide the cells of the first suppliers are, until these fill the screen or the catalog's end is
    /// there: columns stay where they are as others arrive, or the catalog is read again.
    private mutating func measureColumns() {
        for column in setting.columns ?? LineLayout.everyColumn {
            // A file's path is known only once the avatar is there.
            let measured = column == .file ? .avatar : column
            cellWidths[column] = CellWidths(
                (0..<min(table.count, SupplierPrinter.layoutCount)).map {
                    cellText(of: measured, inRow: $0).visibleText.displayWidth
                })
        }
    }

    /// The text of a cell of the list.
    func cellText(of column: ListColumn, inRow row: Row) -> String {
        var file: String?
        if column == .file, let endpoint = table.supplier(at: row).avatar?.endpoint,
            case .loaded(_, _, let path, _) = avatars[endpoint]?.state
        {
            file = path
        }
        return table.withFields(of: row) { [file] fields, text in
            fields.cellText(of: column, in: text, file: file, by: setting.resolver)
        }
    }

    /// The paths of the records' other fields, as far as the suppliers have them that columns are laid out by.
    var otherPaths: [String] {
        var paths: [String] = []
        for row in 0..<min(table.count, SupplierPrinter.layoutCount) {
            table.supplier(at: row).otherFields.forEachLeaf { path, _ in paths.append(path) }
        }
        return paths.uniqued(on: \.self)
    }

    // MARK: Avatars

    /// The number of bytes of pictures, and of avatars, to keep before those that are not on the screen are dropped.
    private static let keptByteCount = 16 << 20
    private static let keptCount = 4096

    /// Stores the outcome of an avatar.
    mutating func store(_ state: AvatarState, of endpoint: String) {
        makeRoom()
        avatars[endpoint, default: ShownAvatar()].state = state
    }

    /// Stores the picture of an avatar.
    mutating func store(_ picture: Picture?, in box: CellSize, of endpoint: String) {
        pictureByteCount += picture?.byteCount ?? 0
        makeRoom()
        avatars[endpoint, default: ShownAvatar()].pictures[box] = .some(picture)
    }

    /// A supplier's picture; `nil` for the initials: while nothing is painted, and while the list is moved again and
    /// again, since an image takes longer to draw than a key may.
    func picture(of supplier: Supplier, in box: CellSize) -> Picture? {
        guard let endpoint = supplier.avatar?.endpoint, let picture = avatars[endpoint]?.pictures[box] ?? nil else {
            return nil
        }
        return isScrolling && picture.bytes != nil ? nil : picture
    }

    /// Forgets which avatars and details failed, so that they are fetched again once they are on the screen; returns
    /// whether any did.
    mutating func forgetFailures() -> Bool {
        let count = avatars.count
        avatars = avatars.filter { if case .failed = $0.value.state { false } else { true } }
        let failed = details.filter { $0.value.record != nil && $0.value.details.error != nil }.keys
        for id in failed { details[id]?.record = nil }
        shownPictures = []
        if !failed.isEmpty { detailedSupplier = nil }
        return avatars.count < count || !failed.isEmpty
    }

    /// Asks for the pictures that the screen lacks if others are on it than before.
    mutating func requestPictures() {
        let shown = visiblePictures
        guard shown != shownPictures else { return }
        shownPictures = shown
        let missing = shown.filter { request in
            guard let avatar = avatars[request.endpoint] else { return true }
            if case .failed = avatar.state { return false }
            return avatar.pictures[request.box] == nil
        }
        ask(for: .showPictures(missing))
    }

    /// The avatars on the screen: the chosen one first, then from the top.
    private var visiblePictures: [PictureRequest] {
        let layout = layout
        var requests: [PictureRequest] = []
        if let card = layout.card, let cardSupplier {
            requests.append(PictureRequest(supplier: cardSupplier, box: card.pictureBox))
        }
        for line in top..<min(lines.lineCount, top + (layout.list?.rows ?? 0)) {
            guard case .row(let row) = lines[line] else { continue }
            requests.append(PictureRequest(supplier: table.supplier(at: row), box: BrowserLayout.rowPictureBox))
        }
        return requests.filter { $0.supplier.avatar != nil }
    }

    // MARK: Details

    /// The number of suppliers whose details are kept.
    private static let detailsCount = 64

    /// The supplier of the card, with its details if they have come.
    var cardSupplier: Supplier? { currentRow.map(completedSupplier) }

    /// A supplier with its details if they have come. While those of a changed record have not, the last ones stay, so
    /// that a card and its levels do.
    func completedSupplier(at row: Row) -> Supplier {
        let supplier = table.supplier(at: row)
        guard let (record, last) = details[supplier.id] else { return supplier }
        guard record != supplier else { return last.supplier }
        guard last.receivedAt != nil else { return supplier }
        let empty = Supplier.Field.allCases.filter { supplier[$0].isEmpty && !supplier.editedFields.contains($0) }
        var completed = supplier.replacing(Dictionary(uniqueKeysWithValues: empty.map { ($0, last.supplier[$0]) }))
        completed.otherFields = last.supplier.otherFields
        return completed
    }

    /// Stores the details of a supplier.
    mutating func store(_ details: SupplierLoader.Details, of supplier: Supplier) {
        if self.details.count >= Self.detailsCount { self.details = [:] }
        self.details[supplier.id] = (supplier, details)
    }

    /// Asks ``DetailsFeed`` for the details of the supplier whose card is in view, if that is another one than before.
    mutating func requestDetails() {
        guard setting.hasDetails else { return }
        let supplier = layout.card == nil ? nil : currentRow.map(table.supplier)
        guard supplier != detailedSupplier else { return }
        detailedSupplier = supplier
        ask(for: .showDetails(supplier))
    }

    private mutating func makeRoom() {
        guard pictureByteCount > Self.keptByteCount || avatars.count >= Self.keptCount else { return }
        let shown = Set(shownPictures.map(\.endpoint))
        avatars = avatars.filter { shown.contains($0.key) }
        pictureByteCount = avatars.values.reduce(0) { count, avatar in
            count + avatar.pictures.values.reduce(0) { $0 + ($1?.byteCount ?? 0) }
        }
    }
}
