/// Which key does what: the only place that knows. The help on the screen, `help browse` and the manual page are made
/// from it.
enum KeyTable {
    /// An action, and the keys for it.
    struct Binding: Sendable {
        /// What they do.
        let action: BrowserAction

        /// The keys, the one that help names first before the others.
        let keys: [Key]

        /// What they do, in words; a clause without a full stop.
        let meaning: String
    }

    /// A heading, and the keys under it.
    struct Section: Sendable {
        /// The heading.
        let title: String

        /// The keys.
        let bindings: [Binding]
    }

    /// All keys of the list and of a card, as help orders them.
    static let sections = [moving, finding, supplier, catalog, leaving]

    /// Everything that help names: the keys of the list and of a card, those that edit a line or choose from a menu, and
    /// the mouse.
    static let help: [(title: String, keys: [(names: String, meaning: String)])] =
        sections.map { ($0.title, $0.bindings.map { (names(of: $0), $0.meaning) }) } + [
            ("While typing", typing), ("In a menu", choosing), ("Mouse", mouse),
        ]

    private static let typing = [
        ("Enter", "keep the search or the edit, or take the file name"),
        ("Escape", "give up the search, the edit or the file name"),
        ("Up, Down", "move in the list that is searched, or to another field"),
        ("Page keys", "a page up or down in the list that is searched"),
        ("Tab", "the next field"),
        ("Left, Right", "move the cursor"),
        ("Home, ^A", "before the first character"),
        ("End, ^E", "after the last character"),
        ("Delete", "delete the character at the cursor"),
        ("^W, ^U", "delete the word, or all, before the cursor"),
    ]

    private static let choosing = [
        ("a letter", "choose what stands after it"),
        ("Up, Down", "move"),
        ("Enter", "choose the current line"),
        ("Escape, q", "choose nothing"),
    ]

    private static let mouse = [
        ("click", "go to a line; on the current one, open the card or fold the company"),
        ("wheel", "scroll the list, the card or these keys"),
    ]

    /// The action of a key in the list and in a card; `nil` where it has none.
    static func action(for key: Key) -> BrowserAction? { actions[key] }

    /// The names of an action's keys, as help writes them: `Up, k`.
    static func names(of binding: Binding) -> String {
        binding.keys.map(\.name).joined(separator: ", ")
    }

    private static let actions: [Key: BrowserAction] = {
        var actions: [Key: BrowserAction] = [:]
        for binding in sections.flatMap(\.bindings) {
            for key in binding.keys { actions[key] = binding.action }
        }
        return actions
    }()

    private static let moving = Section(
        title: "Moving",
        bindings: [
            Binding(action: .moveUp, keys: [.up, .character("k")], meaning: "the supplier above"),
            Binding(action: .moveDown, keys: [.down, .character("j")], meaning: "the supplier below"),
            Binding(action: .pageUp, keys: [.pageUp, .control("b")], meaning: "a page up; in a card, scroll it"),
            Binding(action: .pageDown, keys: [.pageDown, .control("f")], meaning: "a page down; in a card, scroll it"),
            Binding(action: .moveToFirst, keys: [.home], meaning: "the first supplier"),
            Binding(action: .moveToLast, keys: [.end, .character("G")], meaning: "the last supplier"),
            Binding(
                action: .follow, keys: [.character("f")], meaning: "follow the last supplier while the catalog arrives"),
            Binding(
                action: .enter, keys: [.enter],
                meaning: "open the card, or fold a company; with '--print', choose and leave"),
            Binding(action: .right, keys: [.right, .character("l")], meaning: "open the card, or unfold a company"),
            Binding(action: .left, keys: [.left, .character("h")], meaning: "back to the list, or fold a company"),
        ])

    private static let finding = Section(
        title: "Finding",
        bindings: [
            Binding(
                action: .search, keys: [.character("/")],
                meaning: "search; company:WORD and the like look in one field"),
            Binding(action: .escape, keys: [.escape], meaning: "back to the list, or clear the search"),
            Binding(action: .sort, keys: [.character("s")], meaning: "sort by a field, which is asked for"),
            Binding(action: .reverse, keys: [.character("S")], meaning: "reverse the order"),
            Binding(action: .group, keys: [.character("g")], meaning: "group by company, or no longer"),
        ])

    private static let supplier = Section(
        title: "Suppliers",
        bindings: [
            Binding(action: .email, keys: [.character("e")], meaning: "write an e-mail"),
            Binding(action: .phone, keys: [.character("p")], meaning: "call the telephone number"),
            Binding(action: .avatar, keys: [.character("o")], meaning: "open the avatar"),
            Binding(action: .copy, keys: [.character("y")], meaning: "copy a field, which is asked for"),
            Binding(action: .mark, keys: [.character(" ")], meaning: "mark, or unmark"),
            Binding(
                action: .export, keys: [.character("x")],
                meaning: "export what is marked, or else all that is listed, to a file"),
            Binding(action: .edit, keys: [.character("E")], meaning: "edit the supplier's fields, for yourself"),
            Binding(action: .undo, keys: [.character("u")], meaning: "take the last edit back"),
        ])

    private static let catalog = Section(
        title: "Catalog",
        bindings: [
            Binding(action: .refresh, keys: [.character("r")], meaning: "read the catalog again"),
            Binding(action: .retry, keys: [.character("R")], meaning: "try again what failed"),
        ])

    private static let leaving = Section(
        title: "Leaving",
        bindings: [
            Binding(action: .help, keys: [.character("?")], meaning: "show these keys"),
            Binding(action: .redraw, keys: [.control("l")], meaning: "draw the screen again"),
            Binding(action: .suspend, keys: [.control("z")], meaning: "suspend; 'fg' comes back"),
            Binding(action: .leave, keys: [.character("q")], meaning: "back to the list; in the list, leave"),
            Binding(action: .interrupt, keys: [.control("c")], meaning: "leave at once (exit status 130)"),
        ])
}

extension Key {
    /// The name that help calls the key by.
    var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(let letter): "^" + letter.uppercased()
        case .alternate(let character): "Alt-\(character)"
        case .function(let number): "F\(number)"
        case .pageUp: "Page Up"
        case .pageDown: "Page Down"
        case .backTab: "Shift-Tab"
        case .enter: "Enter"
        case .escape: "Escape"
        case .tab: "Tab"
        case .backspace: "Backspace"
        case .insert: "Insert"
        case .delete: "Delete"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .home: "Home"
        case .end: "End"
        }
    }
}
