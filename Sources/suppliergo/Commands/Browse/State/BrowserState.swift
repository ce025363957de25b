import SupplierGoKit

/// The state of the browser. The screen is drawn from this value alone. It changes only while ``update(_:)``
/// (`BrowserState+Input`) handles an event: keys act through ``KeyTable`` and the other extensions.
struct BrowserState: Sendable {
    /// The settings from the command line and the terminal.
    var setting: BrowserSetting

    /// The window's size.
    var size: CellSize

    /// The box over the list and the card.
    var overlay: Overlay?

    /// True if the card is in front and has the keys; in a narrow window it then takes the list's place.
    var isCardOpen = false

    /// The supplier's card, then those of elements, each of the card before it; the last is shown. At least one.
    var levels = [CardLevel()]

    // MARK: The catalog

    /// The catalog as it is now.
    var catalog = ShownCatalog()

    /// The suppliers on the screen: the catalog's, or those before it until its rows are arranged.
    var table: SupplierTable

    /// True if the catalog has another table, which is shown once its rows are arranged.
    var isTableAwaited: Bool { table != catalog.table }

    /// The changes of the last reading that found any.
    var changes = CatalogChanges([])

    /// The changes of the last reading, while they are marked.
    var markedChanges: CatalogChanges?

    // MARK: The list

    /// The lines of the list: rows of the table and, if they are grouped, headings.
    var lines = ListLines.all(0)

    /// The current line, counted from 0.
    var position = 0

    /// The first line on the screen.
    var top = 0

    /// The rows that are marked.
    var marked: Set<Row> = []

    /// The widths of the cells among the first suppliers, for the columns.
    var cellWidths: [ListColumn: CellWidths] = [:]

    // MARK: Finding

    /// The search.
    var search: LineEditor

    /// The suppliers to list, and their order.
    var arrangement: RowArrangement

    /// The companies whose sections are folded.
    var foldedCompanies: Set<String> = []

    /// The last request for the lines of the arrangement; `nil` if they take no work.
    var request: RowRequest?

    /// The last answer to it.
    var answer: RowAnswer?

    /// The number of the last request.
    var lastGeneration = 0

    /// The row that stays current in the rows that keys wait for, or `nil` for their first line; without a value if no
    /// rows are awaited.
    var awaited: Row??

    /// True if the catalog is a file that is read by a guess, so that nothing is edited.
    var isReadByGuess = false

    /// The number of edits that are being stored.
    var editCount = 0

    /// The keys and pasted text that wait.
    var waiting: ArraySlice<TerminalInput> = []

    // MARK: Avatars

    /// The avatars that are known, by their endpoints.
    var avatars: [String: ShownAvatar] = [:]

    /// The number of bytes of their pictures.
    var pictureByteCount = 0

    /// The avatars that were on the screen last.
    var shownPictures: [PictureRequest] = []

    /// True if the list is moved again and again, so that initials stand in for pictures.
    var isScrolling = false

    /// The details that came last, and the record that they are of; `nil` if they are asked for again.
    var details: [Supplier.ID: (record: Supplier?, details: SupplierLoader.Details)] = [:]

    /// The supplier whose details were asked for last.
    var detailedSupplier: Supplier?

    /// The number of avatars that are being fetched or wait for it.
    var pendingAvatarCount = 0

    /// The number of exports that go on, and the end of the browser that waits for them.
    var exportCount = 0
    var awaitedEnd: Browser.End?

    // MARK: Messages

    /// The success or failure of the last few seconds.
    var message: Message?

    /// The numbers of the timers that run, and of the last one.
    var timers: [BrowserTimer.Kind: Int] = [:]
    var lastTimer = 0

    /// The effects that ``update(_:)`` is to return.
    var effects: [BrowserEffect] = []

    /// Creates the state before the first supplier has arrived.
    ///
    /// - Parameters:
    ///   - query: the first search. Default: none.
    ///   - arrangement: the order of the list. Default: the catalog's.
    init(_ setting: BrowserSetting, size: CellSize, query: String = "", arrangement: RowArrangement = .init()) {
        self.setting = setting
        self.size = size
        table = catalog.table
        search = LineEditor(query)
        self.arrangement = arrangement
        self.arrangement.query = SupplierQuery(query)
    }

    /// Draws the browser: the same cells for the same state.
    func draw() -> Screen {
        var drawing = BrowserDrawing(self)
        drawing.draw()
        return drawing.screen
    }
}

/// The settings of a run of the browser.
struct BrowserSetting: Sendable {
    /// The catalog's location, for people.
    var catalogName: String

    /// The catalog as the command line gave it; `nil` if it did not.
    var catalogWord: String?

    /// The name of waiting for the first suppliers.
    var waiting = "loading..."

    /// The style of text.
    var style = TextStyle.plain

    /// The list's columns; `nil` for those that the window has room for.
    var columns: [ListColumn]?

    /// Looks for the other fields that the columns and the first order name; some record should have each.
    var matcher = QueryMatcher()

    /// Resolves the endpoints in the list.
    var resolver = EndpointResolver(against: .standardInput)

    /// True if the process ends with a choice, which is printed.
    var isPicker = false

    /// True if the network is not used.
    var isOffline = false

    /// True if suppliers have details.
    var hasDetails = false
}

extension BrowserState {
    /// An avatar's outcome, and its pictures by their boxes: `nil` if it cannot be drawn.
    struct ShownAvatar: Sendable {
        var state = AvatarState.awaited
        var pictures: [CellSize: Picture?] = [:]
    }

    /// A card, and where one is in it.
    struct CardLevel: Sendable {
        /// The element whose card it is; `nil` for the supplier's.
        var element: CardLines.TableElement?

        /// The number of the element that is chosen in it, from 0, among all that have a row.
        var chosen = 0

        /// The number of the lines that are scrolled out at its top.
        var top = 0
    }

    /// A box over the list and the card, which has the keys.
    enum Overlay: Sendable, Equatable {
        /// Lines; some may be scrolled out at the top.
        case page(Page, top: Int)

        /// The search line is being typed.
        case search

        /// One of several things to choose.
        case menu(Menu)

        /// The name of a file to export to, and the error of the export to it that failed.
        case fileName(LineEditor, failure: String? = nil)

        /// A supplier's fields are being edited.
        case form(SupplierForm)

        /// The question whether an existing file is replaced.
        case overwrite(Export)
    }

    /// Lines in a box that is scrolled.
    enum Page: Sendable {
        case keys, changes
    }

    /// A sentence in the status line.
    struct Message: Sendable, Hashable {
        /// The sentence.
        let text: String

        /// True if it says that something failed.
        let isFailure: Bool
    }
}
