extension StyledLine {
    /// A line of text that is shortened to a width.
    init(
        _ text: String, width: Int, style: TextStyle, emphasis: (String) -> String = { $0 }
    ) {
        let shown = text.shortened(toWidth: width, ellipsis: style.ellipsis)
        self.init(text: emphasis(shown).isolated(by: style), width: shown.displayWidth)
    }
}
