"""`fairdeal`, or `python -m fairdeal`: the command line as a program."""

import sys


def run() -> None:
    """Run the command line; a question for the version alone is answered before anything else is loaded."""
    if sys.argv[1:] == ["--version"]:
        from importlib.metadata import version  # noqa: PLC0415 - and nothing more is needed

        sys.stdout.write(f"fairdeal, version {version('fairdeal')}\n")
        return
    from fairdeal.cli.main import main  # noqa: PLC0415 - the same

    main()


if __name__ == "__main__":
    run()
