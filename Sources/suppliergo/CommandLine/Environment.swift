/// What a process is started with: its variables and its working directory.
struct Environment: Sendable {
    /// The environment's variables.
    var variables: [String: String]

    /// The absolute path that relative paths start from.
    let directory: String

    /// A variable's value; one that is empty counts as not set.
    subscript(variable: EnvironmentVariable) -> String? {
        variables[variable.rawValue].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A path with the home directory in place of `~/`, as shells have replaced it elsewhere.
    func replacingTilde(in path: String) -> String {
        guard path.hasPrefix("~/"), let home = self[.home] else { return path }
        return home + path.dropFirst()
    }

    /// The absolute path of a path that may be relative.
    func absolutePath(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        return directory.hasSuffix("/") ? directory + path : directory + "/" + path
    }

    /// The program's directory in one of the XDG base directories, such as `~/.cache/suppliergo`.
    ///
    /// - Parameters:
    ///   - base: the variable that names the base directory; a relative path in it is ignored, as the specification asks.
    ///   - fallback: the base directory's path in the home directory.
    /// - Returns: an absolute path; `nil` where no variable leads to one.
    func programDirectory(in base: EnvironmentVariable, orInHome fallback: String) -> String? {
        baseDirectory(base, orInHome: fallback).map { $0 + "/suppliergo" }
    }

    /// One of the XDG base directories, such as `~/.cache`; see ``programDirectory(in:orInHome:)``.
    func baseDirectory(_ base: EnvironmentVariable, orInHome fallback: String) -> String? {
        if let directory = self[base], directory.hasPrefix("/") { return directory }
        guard let home = self[.home], home.hasPrefix("/") else { return nil }
        return "\(home)/\(fallback)"
    }
}

/// The environment variables that have a say.
enum EnvironmentVariable: String, CaseIterable, Sendable {
    case catalog = "SUPPLIERGO_CATALOG"
    case cacheDirectory = "SUPPLIERGO_CACHE_DIR"
    case cacheSize = "SUPPLIERGO_CACHE_SIZE"
    case image = "SUPPLIERGO_IMAGE"
    case shards = "SUPPLIERGO_SHARDS"
    case slurmTask = "SLURM_ARRAY_TASK_ID"
    case slurmFirstTask = "SLURM_ARRAY_TASK_MIN"
    case slurmLastTask = "SLURM_ARRAY_TASK_MAX"
    case slurmTaskStep = "SLURM_ARRAY_TASK_STEP"
    case slurmTaskCount = "SLURM_ARRAY_TASK_COUNT"
    case kubernetesTask = "JOB_COMPLETION_INDEX"
    case parallelTask = "PARALLEL_SEQ"
    case store = "SUPPLIERGO_STORE"
    case storeEndpoint = "AWS_ENDPOINT_URL_S3"
    case serviceEndpoint = "AWS_ENDPOINT_URL"
    case region = "AWS_REGION"
    case defaultRegion = "AWS_DEFAULT_REGION"
    case accessKeyID = "AWS_ACCESS_KEY_ID"
    case secretAccessKey = "AWS_SECRET_ACCESS_KEY"
    case sessionToken = "AWS_SESSION_TOKEN"
    case profile = "AWS_PROFILE"
    case credentialsFile = "AWS_SHARED_CREDENTIALS_FILE"
    case profilesFile = "AWS_CONFIG_FILE"
    case token = "SUPPLIERGO_TOKEN"
    case cacheHome = "XDG_CACHE_HOME"
    case configurationHome = "XDG_CONFIG_HOME"
    case dataHome = "XDG_DATA_HOME"
    case home = "HOME"
    case shell = "SHELL"
    case curlCertificateFile = "CURL_CA_BUNDLE"
    case certificateFile = "SSL_CERT_FILE"
    case httpProxy = "http_proxy"
    case httpsProxy = "https_proxy"
    case allProxy = "all_proxy"
    case noProxy = "no_proxy"
    case noColor = "NO_COLOR"
    case clicolorForce = "CLICOLOR_FORCE"
    case term = "TERM"
    case colorTerm = "COLORTERM"
    case terminalProgram = "TERM_PROGRAM"
    case terminalProgramVersion = "TERM_PROGRAM_VERSION"
    case vteVersion = "VTE_VERSION"
    case konsoleVersion = "KONSOLE_VERSION"
    case windowsTerminal = "WT_SESSION"
    case remoteTerminal = "LC_TERMINAL"
    case columns = "COLUMNS"
    case pager = "PAGER"
    case visualEditor = "VISUAL"
    case editor = "EDITOR"
    case forceHyperlink = "FORCE_HYPERLINK"
    case everyLocale = "LC_ALL"
    case characterLocale = "LC_CTYPE"
    case collationLocale = "LC_COLLATE"
    case numericLocale = "LC_NUMERIC"
    case timeLocale = "LC_TIME"
    case locale = "LANG"
}

extension EnvironmentVariable {
    /// What the variable says, in one sentence or two.
    var meaning: String {
        switch self {
        case .catalog: "The catalog, as '--catalog' takes it."
        case .cacheDirectory: "The cache's directory."
        case .cacheSize: "How many bytes the cache may hold, as '--max-size' takes it."
        case .image: "How 'show' and 'browse' draw avatars, as '--image' takes it."
        case .shards:
            """
            How many shards there are, for '--shard auto': with Kubernetes and GNU parallel, and where only some tasks of a \
            Slurm array are run, whose ids are then the shards' numbers.
            """
        case .slurmTask: "The number of this task of a Slurm array, for '--shard auto'."
        case .slurmFirstTask: "The number of the array's first task."
        case .slurmLastTask: "The number of the array's last task."
        case .slurmTaskStep: "The step from a task's number to the next one's."
        case .slurmTaskCount: "How many tasks the array has."
        case .kubernetesTask: "Which task of a Kubernetes indexed job this is, from 0, for '--shard auto'."
        case .parallelTask: "Which job of GNU parallel this is, from 1, for '--shard auto'."
        case .store: "The object store, as '--store' takes it."
        case .storeEndpoint: "The URL of the object store's server; it goes before AWS_ENDPOINT_URL."
        case .serviceEndpoint:
            "The URL of the object store's server where AWS_ENDPOINT_URL_S3 is not set. Default: Amazon's in the region."
        case .region: "The object store's region; it goes before AWS_DEFAULT_REGION. Default: us-east-1."
        case .defaultRegion: "The object store's region where AWS_REGION is not set."
        case .accessKeyID: "The access key's id."
        case .secretAccessKey: "The access key's secret."
        case .sessionToken: "The session token of a temporary access key."
        case .profile: "The profile in the files below, used where no variable is set. Default: default."
        case .credentialsFile: "The file of access keys. Default: ~/.aws/credentials."
        case .profilesFile: "The file of regions and endpoints. Default: ~/.aws/config."
        case .token: "A bearer token, which is sent to the catalog's own origin only."
        case .cacheHome: "Where caches are: that of suppliergo is the directory 'suppliergo' there."
        case .configurationHome: "Where settings are: those of suppliergo are in 'suppliergo/config' there."
        case .dataHome:
            "Where data is: your edits, and the completions of bash and zsh that 'completions --install' writes."
        case .shell: "The shell that 'completions --install' is for."
        case .home: "The home directory, under which the cache and the settings are otherwise."
        case .curlCertificateFile, .certificateFile: "A PEM file of certificate authorities instead of the system's."
        case .httpProxy: "The proxy for http URLs."
        case .httpsProxy: "The proxy for https URLs; also in upper case."
        case .allProxy: "The proxy for every URL that no other variable names one for; also in upper case."
        case .noProxy: "The hosts that are reached without a proxy, separated by commas; also in upper case."
        case .noColor: "Where it is set and not empty, nothing is printed in colour."
        case .clicolorForce: "Where it is set and not 0, colours are printed even where there is no terminal."
        case .term: "The terminal's kind: colours are not printed on one that is 'dumb'."
        case .colorTerm: "How many colours the terminal has: all of them where it is 'truecolor' or '24bit'."
        case .terminalProgram, .remoteTerminal: "Which terminal it is: pictures are drawn as it takes them."
        case .terminalProgramVersion, .vteVersion, .konsoleVersion, .windowsTerminal:
            "Which terminal it is, and how new: e-mail, phone and file are links where it takes them."
        case .pager:
            "The program that long output goes through on a terminal; 'cat' or nothing for none. Default: less."
        case .visualEditor, .editor: "The editor that 'edit' and 'add' open; VISUAL goes first. Default: vi."
        case .forceHyperlink: "Where it is set, links are printed on every terminal, or on none where it is 0."
        case .columns: "How many columns text may take, where no terminal says it, as in a preview of fzf."
        case .everyLocale: "The locale, whatever the variables below say."
        case .characterLocale: "The locale of characters: where it is not UTF-8, frames and marks are plain ASCII."
        case .collationLocale: "The locale whose rules text is sorted by."
        case .numericLocale: "The locale whose rules numbers are written by for people."
        case .timeLocale: "The locale whose rules dates are written by for people."
        case .locale: "The locale where none of the variables above is set."
        }
    }
}
