@proves(R1)
def a_large_file_is_summed():
    rows = ["name,amount"]
    rows += [f"row{i},{i % 7}" for i in range(100_000)]
    write("big.csv", "\n".join(rows) + "\n")
    done = run("big.csv")
    assert done.exit == 0 and done.stdout == f"{sum(i % 7 for i in range(100_000))}\n"


@proves(R1)
def from_standard_input():
    text = "name,amount\n" + "".join("a,2\n" for _ in range(100_000))
    assert run("-", stdin=text).stdout == "200000\n"


def make_csv(n):
    out = io.StringIO()
    out.write("name,amount\n")
    for i in range(n):
        out.write(f"n{i},1\n")
    return out.getvalue()


ROWS = 100_000


@proves(R1)
def written_by_a_helper():
    write("data/big.csv", make_csv(ROWS))
    done = run("data/big.csv")
    assert done.stdout == f"{ROWS}\n"
