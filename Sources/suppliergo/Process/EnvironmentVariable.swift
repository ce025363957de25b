/// An environment variable that is read.
struct EnvironmentVariable: CaseIterable, Hashable, Sendable {
    /// The name in the environment.
    let rawValue: String
    /// One or two sentences of help.
    let meaning: String

    private init(_ rawValue: String, _ meaning: String) {
        (self.rawValue, self.meaning) = (rawValue, meaning)
    }

    static let catalog = Self("SUPPLIERGO_CATALOG", "The catalog, in the form of '--catalog'.")
    static let cacheDirectory = Self("SUPPLIERGO_CACHE_DIR", "The cache's directory.")
    static let cacheSize = Self("SUPPLIERGO_CACHE_SIZE", "Maximum size of the cache, in the form of '--max-size'.")
    static let image = Self("SUPPLIERGO_IMAGE", "How 'show' and 'browse' draw avatars, in the form of '--image'.")
    static let token = Self(
        "SUPPLIERGO_TOKEN",
        "A bearer token, sent to the catalog's own origin only; if SUPPLIERGO_CATALOG is set, only to the origin of that one."
    )
    static let shards = Self(
        "SUPPLIERGO_SHARDS",
        """
        Number of shards for '--shard auto': with Kubernetes, with GNU parallel, and if only some tasks of a \
        Slurm array run, whose ids are then the shards' numbers.
        """)
    static let slurmTask = Self("SLURM_ARRAY_TASK_ID", "This task's number in a Slurm array, for '--shard auto'.")
    static let slurmFirstTask = Self("SLURM_ARRAY_TASK_MIN", "Number of the array's first task.")
    static let slurmLastTask = Self("SLURM_ARRAY_TASK_MAX", "Number of the array's last task.")
    static let slurmTaskStep = Self("SLURM_ARRAY_TASK_STEP", "Difference between two tasks' numbers.")
    static let slurmTaskCount = Self("SLURM_ARRAY_TASK_COUNT", "Number of tasks in the array.")
    static let kubernetesTask = Self(
        "JOB_COMPLETION_INDEX", "This task's number in a Kubernetes indexed job, from 0, for '--shard auto'.")
    static let parallelTask = Self("PARALLEL_SEQ", "This job's number in GNU parallel, from 1, for '--shard auto'.")
    static let store = Self("SUPPLIERGO_STORE", "The object store, in the form of '--store'.")
    static let home = Self("HOME", "Home directory; fallback base for the cache, the settings and your edits.")
    static let cacheHome = Self(
        "XDG_CACHE_HOME", "Base directory of caches; suppliergo uses its subdirectory 'suppliergo'.")
    static let configurationHome = Self(
        "XDG_CONFIG_HOME", "Base directory of settings; suppliergo reads 'suppliergo/config' in it.")
    static let dataHome = Self(
        "XDG_DATA_HOME",
        """
        Base directory of data: your edits, and the completions of bash and zsh that 'completions --install' \
        writes.
        """)
    static let curlCertificateFile = Self(
        "CURL_CA_BUNDLE", "A PEM file of certificate authorities to use in place of the system's.")
    static let certificateFile = Self("SSL_CERT_FILE", "The same if CURL_CA_BUNDLE is not set.")
    static let shell = Self("SHELL", "The shell for 'completions --install'.")
    static let visualEditor = Self("VISUAL", "The editor for 'edit' and 'add'; overrides EDITOR.")
    static let editor = Self("EDITOR", "The editor if VISUAL is not set. Default: vi.")
    static let term = Self("TERM", "The kind of terminal; no colour is used if it is 'dumb'.")
    static let everyLocale = Self("LC_ALL", "The locale; overrides the variables below.")
    static let collationLocale = Self("LC_COLLATE", "The locale for sorting.")
    static let numericLocale = Self("LC_NUMERIC", "The locale for numbers.")
    static let timeLocale = Self("LC_TIME", "The locale for dates.")
    static let locale = Self("LANG", "The locale if none of the variables above is set.")

    /// In the order of help. Those without a constant are read by the kit, by others, or under their names.
    static let allCases: [Self] = [
        .catalog, .cacheDirectory, .cacheSize, .image, .token, .shards, .slurmTask, .slurmFirstTask, .slurmLastTask,
        .slurmTaskStep, .slurmTaskCount, .kubernetesTask, .parallelTask, .store,
        Self("AWS_ENDPOINT_URL_S3", "URL of the object store's server; overrides AWS_ENDPOINT_URL."),
        Self("AWS_ENDPOINT_URL", "URL of the object store's server. Default: Amazon's in the region."),
        Self("AWS_REGION", "The object store's region; overrides AWS_DEFAULT_REGION. Default: us-east-1."),
        Self("AWS_DEFAULT_REGION", "The object store's region if AWS_REGION is not set."),
        Self("AWS_ACCESS_KEY_ID", "The access key's id."),
        Self("AWS_SECRET_ACCESS_KEY", "The access key's secret."),
        Self("AWS_SESSION_TOKEN", "The session token of a temporary access key."),
        Self("AWS_PROFILE", "The profile in the files below, for values that no variable gives. Default: default."),
        Self("AWS_DEFAULT_PROFILE", "The profile if AWS_PROFILE is not set."),
        Self("AWS_SHARED_CREDENTIALS_FILE", "The file of access keys. Default: ~/.aws/credentials."),
        Self("AWS_CONFIG_FILE", "The file of regions and endpoints. Default: ~/.aws/config."),
        .home, .cacheHome, .configurationHome, .dataHome, .curlCertificateFile, .certificateFile,
        Self("http_proxy", "The proxy for http URLs."),
        Self("https_proxy", "The proxy for https URLs; also in upper case."),
        Self("all_proxy", "The proxy for URLs without a proxy of their own; also in upper case."),
        Self("no_proxy", "Hosts to reach without a proxy, separated by commas; also in upper case."),
        .shell,
        Self("PATH", "The directories of other programs: the pager, the editor, chafa, xdg-open."),
        Self("PAGER", "The pager for long output on a terminal; 'cat' or empty for none. Default: less."),
        Self("LESS", "The options of less. Default: FRX."),
        Self("LV", "The options of the pager lv. Default: -c."),
        .visualEditor, .editor,
        Self("NO_COLOR", "If not empty, no colour is used."),
        Self("CLICOLOR_FORCE", "If set and not 0, colour is used even without a terminal."),
        Self("FORCE_HYPERLINK", "If set, links are printed even without a terminal; 0 means never."),
        Self("COLUMNS", "Width of text in columns if no terminal tells it, as in a preview of fzf."),
        .term,
        Self("COLORTERM", "'truecolor' or '24bit' for a terminal with all colours."),
        Self("TERM_PROGRAM", "The terminal's name, for pictures and links."),
        Self("TERM_PROGRAM_VERSION", "The terminal's version, for links."),
        Self("VTE_VERSION", "The version of a terminal built on VTE, for links."),
        Self("KONSOLE_VERSION", "The version of Konsole, for links."),
        Self("WT_SESSION", "Set by Windows Terminal, for links."),
        Self("LC_TERMINAL", "The terminal's name on the other end of a connection, for pictures."),
        Self("TMUX", "Set by tmux, which changes how pictures and links are printed."),
        Self("STY", "Set by GNU screen, which shows neither pictures nor links."),
        Self("ZELLIJ", "Set by Zellij, which changes how pictures are printed."),
        .everyLocale,
        Self("LC_CTYPE", "The locale of characters. If it is not UTF-8, frames and marks are plain ASCII."),
        .collationLocale, .numericLocale, .timeLocale, .locale,
        Self("TZ", "The time zone for dates. Default: the system's."),
    ]
}
