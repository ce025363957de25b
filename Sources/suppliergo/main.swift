import SupplierGoKit

print(Timestamp("2021-01-21T09:11:16.040Z")?.description ?? "none")
