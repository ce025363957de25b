extension DataLoader {
    /// The most descriptors that the process may have.
    package static var descriptorLimit: Int { FileSystem.descriptorLimit }

    /// The most transfers at once that there are descriptors for, at least one. Every loader keeps to it.
    ///
    /// A transfer needs up to three: to look up a host's name, or for its connection, its body's file, and the file of
    /// a body that is complete and waits for its caller. The rest of the process needs a dozen, and two for each thread
    /// that works with files.
    package static var transferLimit: Int {
        transferLimit(descriptorLimit: descriptorLimit, processorCount: ProcessInfo.processInfo.activeProcessorCount)
    }

    /// The most transfers at once whose bodies stay in memory however large they are.
    static let memoryTransferLimit = 8

    static func transferLimit(descriptorLimit: Int, processorCount: Int) -> Int {
        max(1, (descriptorLimit - 12 - max(2, processorCount)) / 3)
    }
}
