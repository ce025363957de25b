import Testing

/// What tests with a server need.
public enum Network {
    /// Cancels the test in a build without libcurl.
    public static func require() throws {
        #if !Curl
        try Test.cancel("there is no libcurl in this build")
        #endif
    }
}
