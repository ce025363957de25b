import Testing

@testable import suppliergo

@Suite struct UsageErrorTests {
    @Test(arguments: [
        ("lsit", "unknown command 'lsit': did you mean 'list'? (see 'suppliergo help')"),
        ("fecth -c x", "unknown command 'fecth': did you mean 'fetch'? (see 'suppliergo help')"),
        ("cahce path", "unknown command 'cahce': did you mean 'cache'? (see 'suppliergo help')"),
        ("cache claer", "unknown command 'cache claer': did you mean 'cache clear'? (see 'suppliergo help cache')"),
        ("cache verfiy", "unknown command 'cache verfiy': did you mean 'cache verify'? (see 'suppliergo help cache')"),
        ("cache empty", "unknown command 'cache empty' (see 'suppliergo help cache')"),
        ("background-fetc", "unknown command 'background-fetc' (see 'suppliergo help')"),
        ("complet", "unknown command 'complet': did you mean 'completions'? (see 'suppliergo help')"),
        ("complete-word", "unknown command 'complete-word': did you mean 'completions'? (see 'suppliergo help')"),
        ("completoins", "unknown command 'completoins': did you mean 'completions'? (see 'suppliergo help')"),
        ("help settngs", "unknown command 'settngs': did you mean 'settings'? (see 'suppliergo help')"),
        ("version", "unknown command 'version': did you mean '--version'? (see 'suppliergo help')"),
        ("ls -l", "unknown command 'ls': did you mean 'list'? (see 'suppliergo help')"),
        ("search krone", "unknown command 'search': did you mean 'list'? (see 'suppliergo help')"),
        ("find krone", "unknown command 'find': did you mean 'list'? (see 'suppliergo help')"),
        ("get 7", "unknown command 'get': did you mean 'show'? (see 'suppliergo help')"),
        ("rm 7", "unknown command 'rm': did you mean 'remove'? (see 'suppliergo help')"),
        ("delete 7", "unknown command 'delete': did you mean 'remove'? (see 'suppliergo help')"),
        ("new", "unknown command 'new': did you mean 'add'? (see 'suppliergo help')"),
        ("undo 7", "unknown command 'undo': did you mean 'revert'? (see 'suppliergo help')"),
        ("export", "unknown command 'export': did you mean 'list --output'? (see 'suppliergo help')"),
        (
            "http://a.example/c.json",
            "unknown command 'http://a.example/c.json': did you mean '-c http://a.example/c.json'? (see 'suppliergo "
                + "help')"
        ),
        ("help lost", "unknown command 'lost': did you mean 'list'? (see 'suppliergo help')"),
        ("", "a command is missing (see 'suppliergo help')"),
        ("-q", "a command is missing (see 'suppliergo help')"),
        (
            "cache",
            "'suppliergo cache' needs one of its commands: path, info, verify, prune, why, clear (see 'suppliergo "
                + "help cache')"
        ),
    ])
    func namesTheCommandAtFault(line: String, sentence: String) {
        #expect(argumentFailure(of: line) == Failure(.usage, sentence))
    }

    @Test(arguments: [
        ("list --offlin", "unknown option '--offlin': did you mean '--offline'? (see 'suppliergo help list')"),
        ("list --formt=tsv", "unknown option '--formt': did you mean '--format'? (see 'suppliergo help list')"),
        (
            "list --max-avatar-siz",
            "unknown option '--max-avatar-siz': did you mean '--max-avatar-size'? (see 'suppliergo help list')"
        ),
        ("list --json", "unknown option '--json': did you mean '--format json'? (see 'suppliergo help list')"),
        ("fetch --json", "unknown option '--json' (see 'suppliergo help fetch')"),
        ("list -offline", "unknown option '-offline': did you mean '--offline'? (see 'suppliergo help list')"),
        ("list -x", "unknown option '-x' (see 'suppliergo help list')"),
        ("--catlog x list", "unknown option '--catlog': did you mean '--catalog'? (see 'suppliergo help')"),
        ("-offline list", "unknown option '-offline': did you mean '--offline'? (see 'suppliergo help')"),
        ("-c x list", "'--catalog' goes after its command: 'suppliergo list --catalog' (see 'suppliergo help list')"),
        ("list --retrace 3", "unknown option '--retrace' (see 'suppliergo help list')"),
        ("list --permit-anything", "unknown option '--permit-anything' (see 'suppliergo help list')"),
        ("show 1 --sixel none", "unknown option '--sixel' (see 'suppliergo help show')"),
        (
            "fetch -c x --sort name",
            "'suppliergo fetch' has no option '--sort', which belongs to 'list', 'browse' (see 'suppliergo help fetch')"
        ),
        (
            "show 13 --email",
            "'suppliergo show' has no option '--email', which belongs to 'open', 'edit', 'add' (see 'suppliergo help "
                + "show')"
        ),
        (
            "list --avatar off",
            "'suppliergo list' has no option '--avatar': did you mean '--avatars'? (see 'suppliergo help list')"
        ),
        (
            "cache path --offline",
            "'suppliergo cache path' has no option '--offline', which belongs to 'list', 'show', 'browse', 'fetch', "
                + "'open', 'check', 'edit', 'add', 'remove', 'revert', 'edits', 'inspect' (see 'suppliergo help "
                + "cache path')"
        ),
        (
            "list -c x --offline=1",
            "'--offline' takes no value, but '1' is given (see 'suppliergo help list')"
        ),
        ("list -c", "'-c' needs a value <location> (see 'suppliergo help list')"),
        (
            "list -c x --offline --refresh",
            "'--offline' and '--refresh' cannot be combined (see 'suppliergo help list')"
        ),
    ])
    func namesTheOptionAtFault(line: String, sentence: String) {
        #expect(argumentFailure(of: line) == Failure(.usage, sentence))
    }

    @Test(arguments: [
        ("--format jsn", "jsn", "did you mean 'json'?"), ("--format JSON", "JSON", "did you mean 'json'?"),
        ("--format yaml", "yaml", "one of card, tsv, csv, json, ndjson"),
        ("--sort name,,email", "name,,email", "list of fields"), ("--sort feed,name", "feed,name", "feed, or"),
        ("--sort name,", "name,", "a list of fields"), ("--sort=", "''", "a list of fields"),
        ("--avatars of", "of", "did you mean 'off'?"), ("--color sometimes", "sometimes", "auto, always, never"),
        ("--limit 0", "0", "whole number"), ("--limit -1", "-1", "whole number"), ("--limit=-1", "-1", "whole"),
        ("--limit 1e3", "1e3", "whole number"), ("--limit 99999999999999999999", "9999", "whole number"),
        ("--concurrency 0", "0", "whole number"), ("--per-host +1", "+1", "whole number"),
        ("--retries -1", "-1", "from 0 to"), ("--retries=x", "x", "from 0 to"),
        ("--timeout 0", "0", "seconds"), ("--timeout 0.0001", "0.0001", "seconds"), ("--timeout inf", "inf", "seconds"),
        ("--timeout nan", "nan", "seconds"), ("--timeout 1.", "1.", "seconds"), ("--timeout .", ".", "seconds"),
        ("--timeout 1e9", "1e9", "seconds"), ("--timeout 1000000.1", "1000000.1", "seconds"),
        ("--max-avatar-size 0", "0", "bytes"), ("--max-avatar-size K", "K", "bytes"),
        ("--max-avatar-size 1T", "1T", "bytes"), ("--max-avatar-size 9223372036854775807G", "G", "bytes"),
        ("--max-avatar-size 1KB", "1KB", "bytes"), ("--cache-dir=", "--cache-dir", "path"),
    ])
    func namesTheValueAtFault(option: String, word: String, hint: String) throws {
        let failure = try #require(argumentFailure(of: "list -c x " + option))
        #expect(failure.status == .usage)
        #expect(failure.sentence.contains(word))
        #expect(failure.sentence.contains(hint))
        #expect(failure.sentence.hasSuffix("(see 'suppliergo help list')"))
    }

    @Test(arguments: [
        ("-H token", "(hidden)"), ("-H :x", "(hidden)"), ("-H=x", "(hidden)"), ("-H @", "(hidden)"),
        ("--header=se\u{1}cret:", "(hidden)"), ("--header=se/cret:x", "(hidden)"),
        ("--header=Name:se\u{1}cret", "Name: (hidden)"),
    ])
    func hidesAHeadersValueAndShowsAValidName(option: String, shown: String) throws {
        let failure = try #require(argumentFailure(of: "list -c x " + option))
        #expect(failure.status == .usage)
        #expect(failure.sentence.hasPrefix("the value '\(shown)' of '--header' is not 'NAME: VALUE' or '@FILE'"))
    }

    @Test func namesTheLineOfAHeaderFileAndNotWhatIsInIt() {
        #expect(throws: UsageError("line 4 of the header file 'f' is not 'NAME: VALUE'", see: nil)) {
            try HeaderSource.fields(inLines: "A: 1\r\n\n  \nsecret\n", path: "f")
        }
    }

    @Test(arguments: [
        ("list", "no catalog to read: give '--catalog LOCATION' or set SUPPLIERGO_CATALOG, or put 'catalog"),
        ("list -c ftp://user:pw@host/x", "'ftp://host/x' has the scheme 'ftp'"),
        ("list --catalog=", "the catalog's location is empty"),
        ("list -c http://127.0.0.1:65536/x", "'http://127.0.0.1:65536/x' is not a URL that a catalog can be read from"),
        ("show -c x", "the argument <query> is missing"),
        ("man x", "'suppliergo man' takes no argument, but 'x' is"),
        ("completions fihs", "the argument 'fihs' is not one of bash, zsh, fish: did you mean 'fish'?"),
        ("completions zsh bash", "'suppliergo completions' takes no further argument, but 'bash' is given"),
        ("cache path x", "'suppliergo cache path' takes no argument, but 'x' is given"),
    ])
    func saysWhatIsMissingOrTooMuch(line: String, sentence: String) throws {
        let failure = try #require(argumentFailure(of: line))
        #expect(failure.status == .usage)
        #expect(failure.sentence.hasPrefix(sentence))
    }
}
