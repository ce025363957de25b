/// The parts of a page that are the same for every supplier.
///
/// The page needs nothing but itself: no server, font or picture from elsewhere. Its Content Security Policy allows
/// only this style and this script, by their hashes, and pictures that are part of the page: a script that a catalog
/// smuggled in would not run.
enum HTMLPage {
    /// SHA-256 of ``style``, in base 64.
    static let styleHash = "xyBUabgeKt3yQO2eVPcU9YGudOPVsInRigf66eWDEl8="

    /// SHA-256 of ``script``, in base 64.
    static let scriptHash = "nJ7B+/vQ6DWu3UPNOVMWK+3zLPf6vTUXharB8v1l99w="

    private static let policy = """
        default-src 'none'; img-src data:; style-src 'sha256-\(styleHash)'; script-src 'sha256-\(scriptHash)'; \
        base-uri 'none'; form-action 'none'
        """

    /// The text before the first supplier or group.
    ///
    /// - Parameters:
    ///   - title: escaped.
    ///   - day: the catalog's date, in UTC, as in `2026-11-27`; `nil` for none.
    static func head(title: String, day: String?) -> String {
        let date = day.map { "\n<p class=\"quiet\">As of <time datetime=\"\($0)\">\($0)</time></p>" } ?? ""
        return """
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
            <h1>\(title)</h1>\(date)
            <form role="search" id="search" hidden>
            <label for="query">Search the cards</label>
            <input type="search" id="query" autocomplete="off" spellcheck="false" aria-describedby="hint">
            <p id="hint">Finds the cards that show all of the words.</p>
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

    /// The background colours of initials, each dark enough for white letters (WCAG 2.2, 1.4.3: at least 4.5 to 1).
    static let tints = ["a83232", "2f6f3e", "8a5a00", "2f5fa8", "8a3a96", "1f6f78"]

    /// The page's style, with colours for both schemes. Sizes follow the reader's font size.
    static let style = """

        :root { color-scheme: light dark; --page: #f6f7f9; --card: #ffffff; --text: #1b1f24; --quiet: #57606a;
          --line: #d0d7de; --link: #0550ae; --focus: #0969da; }
        @media (prefers-color-scheme: dark) { :root { --page: #0d1117; --card: #161b22; --text: #e6edf3;
          --quiet: #9da7b3; --line: #30363d; --link: #79c0ff; --focus: #58a6ff; } }
        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
        header, main { max-width: 80rem; margin: 0 auto; padding: 1rem; }
        header { padding-bottom: 0; }
        main:focus { outline: none; }
        h1 { font-size: 1.75rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
        section { margin-top: 1.5rem; }
        section > h2 { font-size: 1.25rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
        section > h2 span { color: var(--quiet); font-weight: normal; }
        label { display: block; font-weight: 600; margin-bottom: .25rem; }
        input { width: 100%; max-width: 40rem; font: inherit; padding: .5rem .75rem; color: inherit;
          background: var(--card); border: 1px solid var(--quiet); border-radius: .5rem; }
        #hint, #count, .quiet { color: var(--quiet); margin: .25rem 0; min-height: 1.5rem; }
        :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
        .skip { position: absolute; left: 1rem; top: -4rem; background: var(--card); padding: .5rem 1rem; z-index: 1; }
        .skip:focus { top: 1rem; }
        .sheet { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem;
          grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); }
        .card { display: flex; gap: 1rem; padding: 1rem; background: var(--card); border: 1px solid var(--line);
          border-radius: .75rem; content-visibility: auto; contain-intrinsic-size: auto 12rem; }
        .face { flex: none; width: 4rem; height: 4rem; border-radius: 50%; object-fit: cover; }
        span.face { display: grid; place-items: center; color: #ffffff; font-size: 1.5rem; font-weight: 600; }
        \(tints.enumerated().map { ".t\($0.offset) { background: #\($0.element); }" }.joined(separator: "\n"))
        .facts { flex: 1; min-width: 0; overflow-wrap: anywhere; }
        .name { font-size: 1.125rem; line-height: 1.3; margin: 0; }
        .company { margin: 0 0 .5rem; color: var(--quiet); }
        dl { margin: 0; display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; font-size: .9375rem; }
        dt { color: var(--quiet); }
        dd { margin: 0; min-width: 0; }
        \((1...CardMember.depthLimit).map { ".d\($0) { padding-left: \($0)rem; }" }.joined(separator: "\n"))
        .wide { grid-column: 1 / -1; overflow-x: auto; }
        table { border-collapse: collapse; font-size: .875rem; }
        th, td { padding: .125rem .75rem .125rem 0; text-align: left; white-space: nowrap; max-width: 24ch;
          overflow: hidden; text-overflow: ellipsis; }
        th { color: var(--quiet); font-weight: normal; }
        .n { text-align: right; font-variant-numeric: tabular-nums; }
        a { color: var(--link); }
        @media print { #search, #count, .skip { display: none; } .card { break-inside: avoid; } }

        """

    /// The page's script: it looks for words in all that a card shows, ignoring case and accents. Without it only the
    /// search is missing.
    static let script = #"""

        (() => {
          "use strict";
          const whole = { "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th",
            "ħ": "h", "ŧ": "t", "ı": "i", "ŋ": "n", "ς": "σ", "’": "'", "‘": "'", "–": "-", "‐": "-", "‑": "-" };
          const marks = /[\u0300-\u036f\u0591-\u05bd\u05c1\u05c2\u0610-\u061a\u0640\#
        \u064b-\u065f\u0670\u00ad\u200b-\u200f]/g;
          const fold = (text) => text.normalize("NFKD").replace(marks, "").toLowerCase().normalize("NFKD")
            .replace(marks, "").replace(/[ßæœøłđðþħŧıŋς’‘–‐‑]/g, (letter) => whole[letter]).replace(/\s+/g, " ");
          const byId = (id) => document.getElementById(id);
          const input = byId("query"), count = byId("count"), none = byId("none");
          const cards = Array.from(document.querySelectorAll(".card"), (element) => {
            const texts = Array.from(element.querySelectorAll(".name, .company, dd"), (part) => part.textContent);
            return { element, text: fold(texts.join("\n")) };
          });
          const groups = Array.from(document.querySelectorAll("section"));
          const search = () => {
            const terms = input.value.split(/\s+/).filter(Boolean).map(fold);
            let shown = 0;
            for (const card of cards) {
              const isShown = terms.every((term) => card.text.includes(term));
              card.element.hidden = !isShown;
              if (isShown) shown += 1;
            }
            for (const group of groups) group.hidden = !group.querySelector(".card:not([hidden])");
            none.hidden = shown > 0 || cards.length === 0;
            const total = cards.length.toLocaleString("en") + (cards.length === 1 ? " supplier" : " suppliers");
            count.textContent = terms.length > 0 ? shown.toLocaleString("en") + " of " + total : total;
          };
          input.addEventListener("input", search);
          byId("search").addEventListener("submit", (event) => event.preventDefault());
          byId("search").hidden = false;
          search();
        })();

        """#
}
