extension BrowserState {
    /// Draws the browser: the same cells for the same state.
    func draw() -> Screen {
        var drawing = BrowserDrawing(state: self, screen: Screen(size: size))
        drawing.draw()
        return drawing.screen
    }
}
