"""`python -m tools.mutations [words]`."""

import sys

from tools.mutations import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
