"""`python -m pegp_lite`."""

from pegp_lite.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
