import Glibc
package import SupplierGoKit

extension FileDescriptor {
    /// Writes bytes from an offset on (`pwrite(2)`).
    package func write(_ bytes: [UInt8], at byteOffset: Int) throws(FileError) {
        try SystemCall.perform(.write, path) { unsafe pwrite(rawValue, bytes, bytes.count, byteOffset) }
    }
}
