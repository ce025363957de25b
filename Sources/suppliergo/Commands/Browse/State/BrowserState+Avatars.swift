import SupplierGoKit

extension BrowserState {
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

    /// Forgets which avatars failed, so that they are fetched again once they are on the screen; returns whether any
    /// did.
    mutating func forgetFailures() -> Bool {
        let count = avatars.count
        avatars = avatars.filter { if case .failed = $0.value.state { false } else { true } }
        shownPictures = []
        return avatars.count < count
    }

    /// Starts the timer that tells scrolling from a single move.
    mutating func startMovePause() -> BrowserEffect {
        isScrolling = timers[.moving] != nil
        return start(.moving, for: .milliseconds(120))
    }

    /// Asks for the pictures that the screen lacks if others are on it than before.
    mutating func requestPictures() -> [BrowserEffect] {
        let shown = visiblePictures
        guard shown != shownPictures else { return [] }
        shownPictures = shown
        let missing = shown.filter { request in
            guard let avatar = avatars[request.endpoint] else { return true }
            if case .failed = avatar.state { return false }
            return avatar.pictures[request.box] == nil
        }
        return [.showPictures(missing)]
    }

    /// The avatars on the screen: the chosen one first, then from the top.
    private var visiblePictures: [PictureRequest] {
        let layout = layout
        var requests: [PictureRequest?] = []
        if let card = layout.card, let row = currentRow {
            requests.append(PictureRequest(table.supplier(at: row), in: card.pictureBox))
        }
        guard let list = layout.list else { return requests.compactMap(\.self) }
        for line in top..<min(lines.lineCount, top + list.rows) {
            guard case .row(let row) = lines[line] else { continue }
            requests.append(PictureRequest(table.supplier(at: row), in: BrowserLayout.rowPictureBox))
        }
        return requests.compactMap(\.self)
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
