"""`python -m service` is `taphouse`."""

from service.cli import main

if __name__ == "__main__":
    main(prog_name="taphouse")
