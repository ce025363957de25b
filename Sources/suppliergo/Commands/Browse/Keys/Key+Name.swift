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
