"""``python -m tilewright``: the command line."""

from generator.start import main

if __name__ == "__main__":
    main()
