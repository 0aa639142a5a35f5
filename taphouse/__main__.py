"""`python -m taphouse` is `taphouse`."""

from taphouse.service.cli.main import main

if __name__ == "__main__":
    main(prog_name="taphouse")
