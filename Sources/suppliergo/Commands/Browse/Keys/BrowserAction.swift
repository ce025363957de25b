/// What a key does in the list and in a card.
enum BrowserAction: Sendable, Hashable, CaseIterable {
    case moveUp, moveDown, pageUp, pageDown, moveToFirst, moveToLast, follow
    case enter, right, left, escape
    case search, sort, reverse, group
    case email, phone, avatar, copy
    case mark, export
    case edit, undo
    case refresh, retry
    case help, redraw, suspend, leave, interrupt
}
