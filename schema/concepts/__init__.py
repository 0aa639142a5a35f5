"""The concepts of the contract. A module has the operations, values, problems, reasons and events of one, and files its texts."""
