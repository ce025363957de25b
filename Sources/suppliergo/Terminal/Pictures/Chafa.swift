/// The program `chafa`, which draws pictures of many kinds in characters (hpjansson.org/chafa).
enum Chafa {
    /// How long it may take; it takes some tens of milliseconds.
    static let limit = Duration.seconds(1)

    /// The most bytes it may print: far more than any cell of a box needs for its two colours.
    static let byteLimit = 65_536

    /// Draws an image file into a box; blocks until it has.
    ///
    /// It runs without a shell, without this process's terminal, and within limits of time, memory and output.
    ///
    /// - Parameter file: an absolute path.
    /// - Returns: `nil` where the program is not installed, does not know the image, or prints anything but a picture.
    static func draw(
        _ file: String, in box: CellBox, style: TextStyle, environment: [String: String]
    ) -> SymbolPicture? {
        var words = ["chafa", "--format=symbols", "--size=\(box.columns)x\(box.rows)", "--animate=off", "--threads=1"]
        words.append("--colors=" + colors(style: style, environment: environment))
        if !style.usesUnicode { words.append("--symbols=ascii") }
        let surroundings = [
            "PATH": environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
            "TERM": "xterm-256color",
        ]
        let program = ProgramOutput(
            words: words + [file], environment: surroundings, limit: limit, byteLimit: byteLimit)
        return program.read().flatMap { SymbolPicture($0, fitting: box) }
    }

    /// The colours that the terminal says it has.
    private static func colors(style: TextStyle, environment: [String: String]) -> String {
        guard style.usesColor else { return "none" }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") { return "full" }
        let terminal = environment["TERM"] ?? ""
        let hasMany = ["256color", "kitty", "direct", "ghostty", "foot", "alacritty"].contains { terminal.contains($0) }
        return hasMany ? "256" : "16"
    }
}
