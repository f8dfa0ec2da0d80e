# Examples that a person gave. They become tests as they stand; no model changes them.
# You may: docs/cases.md has the notation.


@proves(R1)
def example_1():
    r = run("1h20m", "45m")
    assert (r.exit, r.stdout) == (0, "2h05m\n")


@proves(R2)
def example_2():
    r = run("90m")
    assert (r.exit, r.stdout) == (0, "1h30m\n")
