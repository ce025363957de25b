import Glibc

/// What is fuzzed: ``fuzzCatalog(_:)``, or ``fuzzRecords(_:)`` if the environment's `FUZZER` says `records`.
private let fuzz = unsafe getenv("FUZZER").map { unsafe String(cString: $0) } == "records" ? fuzzRecords : fuzzCatalog

/// Called by libFuzzer again and again; compiled by `Tests/Fuzzing/build`, in one module with the kit and what else is
/// fuzzed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzz(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
