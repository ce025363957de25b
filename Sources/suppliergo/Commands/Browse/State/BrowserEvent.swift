import SupplierGoKit

/// Something that happened, which ``BrowserState/update(_:)`` takes.
enum BrowserEvent: Sendable {
    /// A key, the mouse, or pasted text.
    case input(TerminalInput)

    /// The window has this size.
    case resized(CellSize)

    /// The terminal answered what its background is.
    case backgroundKnown(TextStyle.Background)

    /// The catalog, its edits, or what is known of its reading has changed.
    case catalog(ShownCatalog)

    /// The catalog is a file that is read by a guess, which the sentence says.
    case readByGuess(String)

    /// The rows that ``BrowserEffect/arrange(_:)`` asked for, or the first of them.
    case arranged(RowAnswer)

    /// The result for the avatar of an endpoint.
    case avatar(endpoint: String, AvatarState)

    /// An avatar was painted for a box; there is no picture if it cannot be.
    case painted(endpoint: String, CellSize, Picture?)

    /// The number of avatars that are being fetched or wait for it.
    case avatarsPending(Int)

    /// The details of a supplier, as it is listed.
    case detailed(Supplier, SupplierLoader.Details)

    /// An effect succeeded, in words: `copied akiko@example.com`.
    case done(String)

    /// An effect failed.
    case failed(Failure)

    /// An export failed.
    case exportFailed(Export, Failure)

    /// Suppliers were not exported, since there is a file of that name.
    case fileExists(Export)

    /// An export has ended; an earlier event said how.
    case exportEnded

    /// Edits were kept, the first of this supplier; in words.
    case editKept(Supplier.ID, String)

    /// An edit was not kept, since values break the rules of their fields.
    case editRefused(Supplier.ID, [SupplierEdits.Edit.FieldError])

    /// The work of an edit has ended; an earlier event named its changes.
    case editEnded

    /// A timer that an effect asked for has run out.
    case expired(BrowserTimer)
}

/// The catalog as it is to be shown.
struct ShownCatalog: Sendable {
    /// Its suppliers: those of the last one and others after them, or others in their place.
    var table = SupplierTable()

    /// The suppliers that are edited, as the catalog has them and as they are shown.
    var edited: [Supplier.ID: SupplierEdits.Applied] = [:]

    /// The end of the last reading, or the source of the suppliers that arrive.
    var end = CatalogEnd()

    /// True if the catalog is being read.
    var isLoading = true

    /// True if it was read to its end at least once.
    var isComplete = false

    /// The changes that it was read again for; `nil` for edits, and if more of it has arrived.
    var changes: CatalogChanges?
}

/// The end of a reading of the catalog.
struct CatalogEnd: Sendable, Hashable {
    /// The source of the suppliers; `nil` if there were none.
    var source: SupplierBatch.Source?

    /// The number of records that were not suppliers.
    var skippedCount = 0

    /// The reason why it ended before the catalog's end, or could not be read at all.
    var failure: Failure?
}

/// A timer of the browser, by what it ends and the number that ``BrowserState`` gave it: an older one is ignored.
struct BrowserTimer: Sendable, Hashable {
    enum Kind: Sendable {
        /// A message in the status line.
        case message

        /// The list is moved: one that runs when it is moved again shows that it is scrolled.
        case moving

        /// The marks of what is new or changed.
        case changes
    }

    let kind: Kind
    let number: Int
}

/// A supplier's avatar on the screen, and the cells that it takes.
struct PictureRequest: Sendable, Hashable {
    let supplier: Supplier
    let box: CellSize

    /// The avatar's endpoint, as the catalog gives it.
    var endpoint: String { supplier.avatar?.endpoint ?? "" }
}

/// The changes that a reading of the catalog has found, as `list --changes` would report them.
struct CatalogChanges: Sendable {
    /// The changes, those of removed suppliers last.
    let all: [CatalogChange]

    /// The number of suppliers of each kind, in words; `nil` if nothing has changed. Stored, since each frame shows it.
    let counts: String?

    private let byID: [Supplier.ID?: [CatalogChange]]

    init(_ all: [CatalogChange]) {
        self.all = all
        byID = Dictionary(grouping: all, by: \.new?.id)
        let counts = [(CatalogChange.Kind.added, "new"), (.changed, "changed"), (.removed, "gone")]
            .map { kind, word in (all.count { $0.kind == kind }, word) }
        let parts = counts.filter { $0.0 > 0 }.map { "\(Count.formatted($0.0)) \($0.1)" }
        self.counts = parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The change of a listed supplier, or `nil` if it has not changed.
    func kind(of supplier: Supplier) -> CatalogChange.Kind? {
        // An edited one is listed as it is not in the catalog.
        byID[supplier.id]?.first { $0.new == supplier || !supplier.editedFields.isEmpty }?.kind
    }
}

/// Something to do, which ``BrowserState/update(_:)`` asks for; its result comes back as a ``BrowserEvent``.
enum BrowserEffect: Sendable {
    /// Leave the browser.
    case leave(Browser.End)

    /// Suspend the process.
    case suspend

    /// Draw the whole screen again, whatever the terminal shows.
    case redraw

    /// Arrange the rows of a table in the background; an older request is dropped.
    case arrange(RowRequest)

    /// Read the catalog again, and fetch avatars that failed.
    case reload

    /// Fetch avatars also from servers that have asked for a wait.
    case retryAvatars

    /// Fetch and paint these avatars, which the screen lacks, before all others and in this order: the chosen one
    /// first.
    case showPictures([PictureRequest])

    /// Load the details of the supplier whose card is in view, once it has been current for a moment; `nil` if there is
    /// none. An older request is dropped.
    case showDetails(Supplier?)

    /// Open a supplier's address, number or avatar with the desktop's program.
    case open(Supplier.Field, Supplier)

    /// Open a message to several suppliers, none of whom sees the others' addresses.
    case write([Supplier])

    /// Put a text, which holds no control characters but line feeds, into the terminal's clipboard.
    case copy(String)

    /// Write suppliers to a file.
    case export(Export)

    /// Store changes of suppliers; ``BrowserEvent/editEnded`` follows.
    case edit([SupplierChange])

    /// Undo the last edit; the same event follows.
    case undo

    /// Send an event when some time has passed.
    case wait(Duration, BrowserTimer)
}

/// Suppliers to write to a file.
struct Export: Sendable, Equatable {
    /// The path, as it was typed.
    let path: String

    /// The format, which the path's extension names.
    let format: OutputFormat

    /// The table that was shown when the path was typed; another one may be shown since.
    let table: SupplierTable

    /// The suppliers' rows in it.
    let rows: [Row]

    /// The table's source; `nil` if nothing was read yet.
    var source: SupplierBatch.Source?

    var overwrites = false
}
