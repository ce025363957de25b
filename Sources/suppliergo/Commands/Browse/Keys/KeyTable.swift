import SupplierGoKit

/// The keys of the list and of a card, with their handlers.
///
/// The help on the screen, `help browse` and the manual page are made from it. For typing, menus and the mouse only
/// the help is here; ``LineEditor``, `BrowserState+Overlays` and `BrowserState+Input` have the handlers.
enum KeyTable {
    /// The situations in which a key has its meaning.
    enum Scope: Sendable, Hashable {
        /// In the list and in a card.
        case list

        /// Also in a page, which other keys close.
        case page

        /// Also in a window that is too small to show anything.
        case unseen

        /// Also while something covers the list.
        case always
    }

    /// Keys that do the same.
    struct Binding: Sendable {
        /// The keys, the one that help names first before the others.
        let keys: [Key]

        /// The effect in words; a clause without a full stop.
        let meaning: String

        /// When the keys have this meaning.
        let scope: Scope

        /// Handles a key.
        let handle: @Sendable (inout BrowserState) -> Void

        init(
            _ keys: [Key], _ meaning: String, scope: Scope = .list,
            handle: @escaping @Sendable (inout BrowserState) -> Void
        ) {
            (self.keys, self.meaning, self.scope, self.handle) = (keys, meaning, scope, handle)
        }
    }

    /// All keys of the list and of a card under their headings, as help orders them.
    static let sections: [(title: String, bindings: [Binding])] = [
        ("Finding", finding), ("Suppliers", supplier), ("Marking", marking), ("Moving", moving), ("Catalog", catalog),
        ("Leaving", leaving),
    ]

    /// Everything that help names: the keys of the list and of a card, those that edit a line or choose from a menu,
    /// and the mouse.
    static let help: [(title: String, keys: [(names: String, meaning: String)])] =
        sections.map { ($0.title, $0.bindings.map { (names(of: $0), $0.meaning) }) } + [
            ("While typing", typing), ("In a menu", choosing), ("Mouse", mouse),
        ]

    private static let typing = [
        ("Enter", "apply the search, save the edit or accept the file name"),
        ("Escape", "cancel the search, the edit or the file name"),
        ("Up, Down", "move in the list, or to another field"),
        ("Page keys", "a page up or down in the list"),
        ("Tab", "the next field"),
        ("Left, Right", "move the cursor"),
        ("Home, ^A", "before the first character"),
        ("End, ^E", "after the last character"),
        ("Delete", "delete the character at the cursor"),
        ("^W, ^U", "delete the word, or all, before the cursor"),
    ]

    private static let choosing = [
        ("a letter", "choose the item after the letter or digit"),
        ("Up, Down", "move; the page keys by ten"),
        ("Enter", "choose the current line"),
        ("Escape, q", "close the menu"),
    ]

    private static let mouse = [
        ("click", "go to a line; on the current one, open the card or fold the company; on a heading, sort by it"),
        ("wheel", "scroll the list, the card or these keys"),
    ]

    /// The binding of a key in the list and in a card, or `nil` if it has none.
    static func binding(of key: Key) -> Binding? { bindings[key] }

    /// The names of a binding's keys, as help writes them: `Up, k`.
    static func names(of binding: Binding) -> String {
        binding.keys.map(\.name).joined(separator: ", ")
    }

    private static let bindings = Dictionary(
        uniqueKeysWithValues: sections.flatMap(\.bindings).flatMap { binding in binding.keys.map { ($0, binding) } })

    /// Keys that move in the list, in a card, and in a page.
    private static func mover(
        _ keys: [Key], _ meaning: String, handle: @escaping @Sendable (inout BrowserState) -> Void
    ) -> Binding { Binding(keys, meaning, scope: .page, handle: handle) }

    private static let moving: [Binding] = [
        mover([.up, .character("k")], "the supplier above; in a card, the element above") { $0.step(by: -1) },
        mover([.down, .character("j")], "the supplier below; in a card, the element below") { $0.step(by: 1) },
        mover([.pageUp, .control("b")], "a page up; in a card, scroll it") { $0.page(by: -1) },
        mover([.pageDown, .control("f")], "a page down; in a card, scroll it") { $0.page(by: 1) },
        mover([.home], "the first supplier, or a card's first line") { $0.moveToEnd(false) },
        mover([.end, .character("G")], "the last supplier, or a card's last line") { $0.moveToEnd(true) },
        Binding([.enter], "open the card or its element, or fold a company; with '--print', choose and leave") {
            $0.enter()
        },
        Binding([.right, .character("l")], "open the card or its element, or unfold a company") { $0.goRight() },
        Binding([.left, .character("h")], "back from a card, or fold a company") { $0.goLeft() },
    ]

    private static let finding: [Binding] = [
        Binding([.character("/")], "search; company:WORD looks in one field") { $0.beginSearch() },
        Binding([.escape], "back from a card, or clear the search") { $0.goBack() },
        Binding([.character("s")], "choose a field to sort by") { $0.askForOrder() },
        Binding([.character("S")], "reverse the order") { $0.arrange { $0.isReversed.toggle() } },
        Binding([.character("g")], "toggle grouping by company") { $0.arrange { $0.isGrouped.toggle() } },
    ]

    private static let supplier: [Binding] = [
        Binding([.character("e")], "write an e-mail; to all marked suppliers as bcc") { $0.write() },
        Binding([.character("p")], "call the phone number") { $0.open(.phone) },
        Binding([.character("o")], "open the avatar") { $0.open(.avatar) },
        Binding([.character("y")], "choose a field to copy") { $0.askWhatToCopy() },
        Binding([.character("E")], "edit the supplier's fields locally") { $0.edit() },
        Binding([.character("a")], "add a supplier locally") { $0.add() },
        Binding([.character("C")], "settle a conflict of an edit with the catalog") { $0.askHowToSettle() },
        Binding([.delete, .character("d"), .character("D")], "hide the supplier, or all marked ones") { $0.hide() },
        Binding([.character("u")], "undo the last edit") { $0.ask(for: .undo) },
    ]

    private static let marking: [Binding] = [
        Binding([.character(" ")], "toggle the mark; on a company, of all its suppliers") { $0.mark() },
        Binding([.character("+")], "mark all listed suppliers") { $0.markListed() },
        Binding([.character("i")], "invert the marks of listed suppliers") { $0.markListed(inverting: true) },
        Binding([.character("-")], "clear all marks") { $0.marked = [] },
        Binding([.character("x")], "export the marked suppliers, or all listed ones, to a file") {
            $0.askForFileName()
        },
    ]

    private static let catalog: [Binding] = [
        Binding([.character("r")], "reload the catalog") { $0.reload() },
        Binding([.character("c")], "show what the last reload changed") { $0.showChanges() },
        Binding([.character("R")], "retry what failed") { $0.retry() },
    ]

    private static let leaving: [Binding] = [
        Binding([.character("?")], "show these keys") { $0.overlay = .page(.keys, top: 0) },
        Binding([.control("l")], "draw the screen again", scope: .always) { $0.ask(for: .redraw) },
        Binding([.control("z")], "suspend; 'fg' comes back", scope: .always) { $0.ask(for: .suspend) },
        Binding([.character("q")], "back to the list; in the list, leave", scope: .unseen) { $0.leave() },
        Binding([.control("c")], "leave at once (exit status 130)", scope: .always) {
            $0.ask(for: .leave(.left(.interrupted)))
        },
    ]
}
