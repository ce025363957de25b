extension HTMLPage {
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
        #hint, #count { color: var(--quiet); margin: .25rem 0; min-height: 1.5rem; }
        kbd, code { font: .875em ui-monospace, monospace; border: 1px solid var(--line); border-radius: .25rem;
          padding: 0 .25rem; }
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
        a { color: var(--link); }
        @media print { #search, #count, .skip { display: none; } .card { break-inside: avoid; } }

        """
}
