import SupplierGoKit

/// Something to do, which ``BrowserState/update(_:)`` asks for; its result comes back as a ``BrowserEvent``.
enum BrowserEffect: Sendable {
    /// Leave: all was done.
    case leave

    /// Leave as at SIGINT, with the status 130.
    case interrupt

    /// Print these suppliers in the way that `--print` chose, and leave.
    case choose([Supplier])

    /// Suspend the process.
    case suspend

    /// Draw the whole screen again, whatever the terminal shows.
    case redraw

    /// Arrange the rows of a table in the background; an older request is dropped.
    case arrange(RowRequest)

    /// Read the catalog again, and fetch avatars that failed.
    case reload

    /// Fetch avatars that failed.
    case retryAvatars

    /// Fetch and paint the avatars of these rows before all others, in this order: those on the screen, the chosen one
    /// first.
    case showFaces([Face])

    /// Open a supplier's address, number or avatar with the desktop's program.
    case open(Supplier.Field, Supplier)

    /// Open a message to several suppliers, none of whom sees the others' addresses.
    case write([Supplier])

    /// Put a text, which holds no control characters but line feeds, into the terminal's clipboard.
    case copy(String)

    /// Write suppliers to a file.
    case export(Export)

    /// Keep an edit of a supplier.
    case edit(SupplierForm.Edit)

    /// Hide suppliers.
    case hide([EditedTarget])

    /// Settle the conflicts of a supplier's edit: with the catalog's values or one's own.
    case settle(EditedTarget, takesCatalogs: Bool)

    /// Undo the last edit.
    case undo

    /// Send an event when some time has passed.
    case wait(Duration, BrowserTimer)

    /// It changes an edit; ``BrowserEvent/editEnded`` follows.
    var isEdit: Bool {
        switch self {
        case .edit, .hide, .settle, .undo: true
        default: false
        }
    }

    /// A row whose avatar is on the screen.
    struct Face: Sendable, Hashable {
        /// The row in the table.
        let row: Row

        /// The place, which decides the size.
        let place: FaceRequest.Place
    }
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

    /// A file of that name is replaced.
    var overwrites = false
}
