// Every test file that uses the doubles imports this module for its servers and processes as well.
@_exported public import SupplierGoTesting
