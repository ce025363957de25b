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

    /// Fetch avatars also from servers that have asked for a wait.
    case retryAvatars

    /// Fetch and paint these avatars, which the screen lacks, before all others and in this order: the chosen one
    /// first.
    case showPictures([PictureRequest])

    /// Open a supplier's address, number or avatar with the desktop's program.
    case open(Supplier.Field, Supplier)

    /// Open a message to several suppliers, none of whom sees the others' addresses.
    case write([Supplier])

    /// Put a text, which holds no control characters but line feeds, into the terminal's clipboard.
    case copy(String)

    /// Write suppliers to a file.
    case export(Export)

    /// Store changes of suppliers.
    case edit([SupplierChange])

    /// Undo the last edit.
    case undo

    /// Send an event when some time has passed.
    case wait(Duration, BrowserTimer)

    /// True if it changes an edit; ``BrowserEvent/editEnded`` follows.
    var isEdit: Bool {
        switch self {
        case .edit, .undo: true
        default: false
        }
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

    /// The table's source; `nil` if nothing was read yet.
    var source: SupplierBatch.Source?

    var overwrites = false
}
