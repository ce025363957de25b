// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors where the package is checked, and not where another compiler builds it as a dependency.
let checks: [SwiftSetting] =
    Context.environment["WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
    checks + [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]

// A test takes twice as long to compile for the thread sanitizer: with this variable only tests of concurrent code are
// compiled, and the files that they use.
let areConcurrent = Context.environment["CONCURRENT_TESTS"] != nil
let kitSuites = [
    "Avatars", "Cache", "Catalog/CatalogReaderTests.swift", "Catalog/CatalogReading.swift",
    "Catalog/CatalogTrials.swift", "Catalog/FieldRenderer.swift", "CatalogLoading", "CheckedPartsTests.swift",
    "PatientLoaderTests.swift", "Streams", "SupplierLoaderDetailsTests.swift", "System/Files", "System/Threads",
    "TestSupport", "Transfer",
]
let programSuites = [
    "CommandLine/CommandLineReading.swift", "Commands/Browse/BrowserFeedTests.swift", "Commands/Browse/Feeds",
    "Commands/Browse/Rows", "Commands/CommandSetting.swift", "Commands/Fetch/FetchCommandTests.swift",
    "Commands/List/ListAvatarsTests.swift", "Commands/Samples.swift", "Commands/SignalTests.swift",
    "Formats/Supplier+Sample.swift", "Process/Pipe.swift",
]

let package = Package(
    name: "SupplierGo",
    products: [
        .library(name: "SupplierGoKit", targets: ["SupplierGoKit"]),
        .library(name: "SupplierGoFleet", targets: ["SupplierGoFleet"]),
        .library(name: "SupplierGoTesting", targets: ["SupplierGoTesting"]),
        .executable(name: "suppliergo", targets: ["suppliergo"]),
    ],
    // A program with a loader of its own turns the trait off, and needs no libcurl.
    traits: [.trait(name: "Curl", description: "Transfers with libcurl"), .default(enabledTraits: ["Curl"])],
    targets: [
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CSystem"),
        .target(
            name: "SupplierGoKit",
            dependencies: [.target(name: "CCurl", condition: .when(traits: ["Curl"])), "CSystem"],
            swiftSettings: settings),
        .target(name: "SupplierGoFleet", dependencies: ["SupplierGoKit"], swiftSettings: settings),
        .target(name: "SupplierGoTesting", dependencies: ["SupplierGoKit"], swiftSettings: settings),
        .executableTarget(
            name: "suppliergo", dependencies: ["SupplierGoKit", "SupplierGoFleet", "CSystem"], swiftSettings: settings),
        .target(name: "TestWidth", path: "Tests/TestWidth"),
        .target(
            name: "TestSupport", dependencies: ["SupplierGoKit", "SupplierGoFleet", "SupplierGoTesting", "TestWidth"],
            path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(
            name: "SupplierGoKitTests",
            dependencies: ["SupplierGoKit", "SupplierGoFleet", "SupplierGoTesting", "TestSupport"],
            sources: areConcurrent ? kitSuites : nil, swiftSettings: settings),
        .testTarget(
            name: "SupplierGoFleetTests",
            dependencies: ["SupplierGoKit", "SupplierGoFleet", "SupplierGoTesting", "TestSupport"],
            swiftSettings: settings),
        // A program that embeds the kit, with a loader and a cache of its own.
        .testTarget(
            name: "EmbeddingTests", dependencies: ["SupplierGoKit", "SupplierGoTesting"], swiftSettings: settings),
        .testTarget(
            name: "suppliergoTests",
            dependencies: ["suppliergo", "SupplierGoKit", "SupplierGoFleet", "SupplierGoTesting", "TestSupport"],
            sources: areConcurrent ? programSuites : nil, swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
