import FoundationEssentials
import Glibc

/// A process's environment: its variables and its working directory.
struct Environment: Sendable {
    /// The environment's variables.
    var variables: [String: String]

    /// The absolute path that relative paths start from.
    let directory: String

    /// The variable, or the working directory, that is not valid UTF-8, as a noun phrase; `nil` without one. A
    /// text of repaired bytes would name another file.
    private(set) var unreadable: String?

    /// A variable's value; an empty one counts as not set.
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

    /// This program's directory in one of the XDG base directories, such as `~/.cache/suppliergo`; `nil` if no variable
    /// tells it.
    func programDirectory(in base: EnvironmentVariable) -> String? { baseDirectory(base).map { $0 + "/suppliergo" } }

    /// One of the XDG base directories, such as `~/.cache`; see ``programDirectory(in:)``.
    func baseDirectory(_ base: EnvironmentVariable) -> String? {
        if let directory = self[base], directory.hasPrefix("/") { return directory }
        guard let home = self[.home], home.hasPrefix("/"), let fallback = Self.baseDirectories[base] else { return nil }
        return "\(home)/\(fallback)"
    }

    /// The base directories in a home directory if no variable gives others.
    private static let baseDirectories: [EnvironmentVariable: String] = [
        .cacheHome: ".cache", .configurationHome: ".config", .dataHome: ".local/share",
    ]
}

extension Environment {
    /// Creates the environment of this process. If `HOME` is not set, it is the user's home directory (`passwd(5)`).
    init() {
        self.init(variables: ProcessInfo.processInfo.environment, directory: FileManager.default.currentDirectoryPath)
        let names = (EnvironmentVariable.own.map(\.key) + EnvironmentVariable.fleet.map(\.key)).map(\.rawValue)
        unreadable = names.first { name in
            unsafe getenv(name).map { unsafe String(validatingCString: $0) == nil } ?? false
        }.map { "the environment variable " + $0 }
        if let path = unsafe getcwd(nil, 0) {
            if unsafe String(validatingCString: path) == nil { unreadable = "the path of the working directory" }
            unsafe free(path)
        }
        if self[.home] == nil, let user = unsafe getpwuid(getuid()), let home = unsafe user.pointee.pw_dir {
            variables[EnvironmentVariable.home.rawValue] = unsafe String(validatingCString: home)
        }
    }
}

/// The words that the process was started with.
///
/// `CommandLine.arguments` reads them from `/proc`, which need not be mounted.
struct ProcessArguments {
    /// The words after the program's name.
    private(set) var words: [String] = []

    /// The first word that is not valid UTF-8, repaired; `nil` without one.
    private(set) var unreadable: String?

    /// Reads the words.
    ///
    /// - Parameters:
    ///   - count: `argc` of `main`.
    ///   - address: the address in `argv` of `main`.
    init(count: Int32, at address: Int) {
        guard let pointers = unsafe UnsafePointer<UnsafePointer<CChar>?>(bitPattern: address) else { return }
        let read = unsafe UnsafeBufferPointer(start: pointers, count: Int(count)).dropFirst().compactMap {
            unsafe $0.map { unsafe (word: String(cString: $0), isValid: String(validatingCString: $0) != nil) }
        }
        words = read.map(\.word)
        unreadable = read.first { !$0.isValid }?.word
    }
}

/// The name of an environment variable that is read.
struct EnvironmentVariable: ExpressibleByStringLiteral, Hashable, Sendable {
    let rawValue: String

    init(stringLiteral name: String) { rawValue = name }

    static let catalog: Self = "SUPPLIERGO_CATALOG"
    static let token: Self = "SUPPLIERGO_TOKEN"
    static let home: Self = "HOME"
    static let cacheHome: Self = "XDG_CACHE_HOME"
    static let configurationHome: Self = "XDG_CONFIG_HOME"
    static let dataHome: Self = "XDG_DATA_HOME"
    static let shell: Self = "SHELL"
    static let shards: Self = "SUPPLIERGO_SHARDS"
    static let slurmTask: Self = "SLURM_ARRAY_TASK_ID"
    static let slurmFirstTask: Self = "SLURM_ARRAY_TASK_MIN"
    static let slurmTaskCount: Self = "SLURM_ARRAY_TASK_COUNT"
    static let kubernetesTask: Self = "JOB_COMPLETION_INDEX"
}

/// The variables in help and the manual page. Those without a constant are read by the kit, by others, or by name.
extension EnvironmentVariable {
    /// The program's variables, with their meanings.
    static let own: KeyValuePairs<Self, String> = [
        .catalog: "The catalog, in the form of '--catalog'.",
        "SUPPLIERGO_CACHE_DIR": "The cache's directory.",
        "SUPPLIERGO_CACHE_SIZE": "Maximum size of the cache, in the form of '--max-size'.",
        "SUPPLIERGO_IMAGE": "How 'show' and 'browse' draw avatars, in the form of '--image'.",
        .token: """
        A bearer token, sent to the catalog's own origin only; if SUPPLIERGO_CATALOG is set, only to the origin of \
        that one.
        """,
        .home: "Home directory; fallback base for the cache, the settings and your edits.",
        .cacheHome: "Base directory of caches; suppliergo uses its subdirectory 'suppliergo'.",
        .configurationHome: "Base directory of settings; suppliergo reads 'suppliergo/config' in it.",
        .dataHome: """
        Base directory of data: your edits, and the completions of bash and zsh that 'completions --install' \
        writes.
        """,
        .shell: "The shell for 'completions --install'.",
    ]

    /// The variables shared with other programs, by program.
    static let elsewhere: KeyValuePairs<String, [Self]> = [
        "curl": ["http_proxy", "https_proxy", "all_proxy", "no_proxy", "CURL_CA_BUNDLE", "SSL_CERT_FILE"],
        "git": ["PAGER", "VISUAL", "EDITOR"], "less": ["LESS", "LV"],
        "terminals": [
            "NO_COLOR", "CLICOLOR_FORCE", "FORCE_HYPERLINK", "COLUMNS", "TERM", "COLORTERM", "TERM_PROGRAM",
            "VTE_VERSION", "KONSOLE_VERSION", "WT_SESSION", "LC_TERMINAL", "TMUX", "STY", "ZELLIJ",
        ],
        "the C library": [
            "LC_ALL", "LC_CTYPE", "LC_COLLATE", "LC_NUMERIC", "LC_TIME", "LANG", "TZ", "PATH",
        ],
    ]

    /// The variables of object stores and shards, with their meanings.
    static let fleet: KeyValuePairs<Self, String> = [
        "SUPPLIERGO_STORE": "The object store, in the form of '--store'.",
        "AWS_ENDPOINT_URL_S3": "URL of the object store's server; overrides AWS_ENDPOINT_URL.",
        "AWS_ENDPOINT_URL": "URL of the object store's server. Default: Amazon's in the region.",
        "AWS_REGION": "The object store's region; overrides AWS_DEFAULT_REGION. Default: us-east-1.",
        "AWS_DEFAULT_REGION": "The object store's region if AWS_REGION is not set.",
        "AWS_ACCESS_KEY_ID": "The access key's id.",
        "AWS_SECRET_ACCESS_KEY": "The access key's secret.",
        "AWS_SESSION_TOKEN": "The session token of a temporary access key.",
        "AWS_PROFILE": "The profile in the files below, for values that no variable gives. Default: default.",
        "AWS_DEFAULT_PROFILE": "The profile if AWS_PROFILE is not set.",
        "AWS_SHARED_CREDENTIALS_FILE": "The file of access keys. Default: ~/.aws/credentials.",
        "AWS_CONFIG_FILE": "The file of regions and endpoints. Default: ~/.aws/config.",
        .shards: """
        Number of shards for '--shard auto': with Kubernetes, with GNU parallel, and if only some tasks of a Slurm \
        array run, whose ids are then the shards' numbers.
        """,
        .slurmTask: "This task's number in a Slurm array, for '--shard auto'.",
        .slurmFirstTask: "Number of the array's first task.",
        "SLURM_ARRAY_TASK_MAX": "Number of the array's last task.",
        "SLURM_ARRAY_TASK_STEP": "Difference between two tasks' numbers.",
        .slurmTaskCount: "Number of tasks in the array.",
        .kubernetesTask: "This task's number in a Kubernetes indexed job, from 0, for '--shard auto'.",
        "PARALLEL_SEQ": "This job's number in GNU parallel, from 1, for '--shard auto'.",
    ]
}
