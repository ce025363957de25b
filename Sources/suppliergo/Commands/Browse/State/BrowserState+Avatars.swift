import SupplierGoKit

extension BrowserState {
    /// The number of faces to keep beside those on the screen.
    private static let keptFaceCount = 256

    /// For how many avatars the result is kept.
    private static let keptNoteCount = 4096

    /// Keeps the state of an avatar.
    mutating func setState(_ state: AvatarState, of endpoint: String) {
        if avatars.count >= Self.keptNoteCount { forgetFaces() }
        avatars[endpoint] = state
    }

    /// Keeps a painted avatar.
    mutating func setFace(_ face: PaintedAvatar, for request: FaceRequest) {
        if faces.count >= Self.keptFaceCount { forgetFaces() }
        faces[request] = face
    }

    /// A supplier's face: the initials while nothing is painted, and instead of a picture while the list
    /// is moved again and again, since a picture takes longer to draw than a key may.
    func face(of supplier: Supplier, in place: FaceRequest.Place) -> PaintedAvatar {
        guard let avatar = supplier.avatar,
            let face = faces[FaceRequest(endpoint: avatar.endpoint, place: place)]
        else { return .initials }
        if case .sequence = face, isScrolling { return .initials }
        return face
    }

    /// Starts the pause in which initials stand in for pictures, because the list was moved.
    mutating func startMovePause() -> BrowserEffect {
        isScrolling = timers[.moving] != nil
        return start(.moving, for: .milliseconds(120))
    }

    /// Asks for the faces on the screen if they are others than before.
    mutating func askForFaces() -> [BrowserEffect] {
        let shown = visibleFaces
        guard shown != shownFaces else { return [] }
        shownFaces = shown
        return [.showFaces(shown)]
    }

    /// The rows on the screen: the chosen one first, then from the top.
    private var visibleFaces: [BrowserEffect.Face] {
        let layout = layout
        var faces: [BrowserEffect.Face] = []
        if let card = layout.card, let row = currentRow {
            faces.append(.init(row: row, place: FaceRequest.Place(inCardOf: card)))
        }
        guard let list = layout.list else { return faces }
        return faces
            + (top..<min(lines.lineCount, top + list.rows)).compactMap { line in
                guard case .row(let row) = lines[line] else { return nil }
                return .init(row: row, place: .row)
            }
    }

    /// Drops what is not on the screen; it is sent again when it is on the screen again.
    private mutating func forgetFaces() {
        let shown = Set(shownFaces.compactMap { table.supplier(at: $0.row).avatar?.endpoint })
        faces = faces.filter { shown.contains($0.key.endpoint) }
        avatars = avatars.filter { shown.contains($0.key) }
    }
}
