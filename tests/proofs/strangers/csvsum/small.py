@proves(R1)
def a_file_of_long_rows():
    write("big.csv", "name,amount\n" + ("x" * 200 + ",1\n") * 1_000)
    assert run("big.csv").stdout == "1000\n"
