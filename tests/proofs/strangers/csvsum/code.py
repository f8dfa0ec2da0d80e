import sys
from pathlib import Path


def main(argv=None):
    text = sys.stdin.read() if argv[0] == "-" else Path(argv[0]).read_text()
    print(sum(int(line.split(",")[1]) for line in text.splitlines()[1:]))
    return 0
