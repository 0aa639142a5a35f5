"""The operations of the API that are not moves, each declared once. `table.DECLARATIONS` has all of them."""
