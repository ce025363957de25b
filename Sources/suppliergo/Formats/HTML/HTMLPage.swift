/// The parts of a page that are the same for every supplier.
///
/// The page needs nothing but itself: no server, font or picture from elsewhere. Its Content Security Policy allows only
/// this style and this script, by their hashes, and pictures that are part of the page: a script that a catalog smuggled
/// in would not run.
enum HTMLPage {
    /// SHA-256 of ``style``, in base 64.
    static let styleHash = "JIECBNUYm/iyHYqEkBFzSlOmGvnoXKl9fvy7KQWkajA="

    /// SHA-256 of ``script``, in base 64.
    static let scriptHash = "D39K/j8gy5jLdwGeH0jkUWIdRZtkduH/Bv/Go0ytVDQ="

    private static let policy = """
        default-src 'none'; img-src data:; style-src 'sha256-\(styleHash)'; script-src 'sha256-\(scriptHash)'; \
        base-uri 'none'; form-action 'none'
        """

    /// The text before the first supplier or group.
    ///
    /// - Parameter title: escaped.
    static func head(title: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(policy)">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <title>\(title)</title>
        <style>\(style)</style>
        </head>
        <body>
        <a class="skip" href="#suppliers">Skip to the suppliers</a>
        <header>
        <h1>\(title)</h1>
        <form role="search" id="search" hidden>
        <label for="query">Search by name, company, e-mail, phone or id</label>
        <input type="search" id="query" autocomplete="off" spellcheck="false" aria-describedby="hint">
        <p id="hint">Press <kbd>/</kbd> to search, <kbd>Esc</kbd> to clear. <code>company:word</code> looks in one \
        field.</p>
        </form>
        <p id="count" role="status"></p>
        </header>
        <main id="suppliers" tabindex="-1">

        """
    }

    /// The text after the last one.
    static let foot = """
        <p id="none" hidden>No supplier matches.</p>
        </main>
        <script>\(script)</script>
        </body>
        </html>

        """
}
