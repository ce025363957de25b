/// The catalogs and avatars that tests read.
public enum TestData {}
