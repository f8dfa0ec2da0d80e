@proves(R1)
def new_file_is_private():
    assert write_bytes("a.bin", b"data") is None
    assert read("a.bin") == "data" and mode("a.bin") == 0o600 and files() == ["a.bin"]
    write_bytes(Path("b.bin"), b"")
    assert read_bytes("b.bin") == b"" and mode("b.bin") == 0o600 and files() == ["a.bin", "b.bin"]
    assert SECRET_MODE == 0o600 and FOLDER_MODE == 0o700


@table(R1, [(0o777,), (0o666,), (0o644,), (0o622,), (0o600,), (0o400,), (0o007,), (0o000,)])
def new_file_gets_exactly_the_mode(bits):
    write_bytes("a.bin", b"x", mode=bits)
    assert mode("a.bin") == bits and files() == ["a.bin"]


@table(R1, [
    (0o644, None, 0o644),
    (0o666, None, 0o666),
    (0o400, None, 0o400),
    (0o600, 0o777, 0o777),
    (0o777, 0o600, 0o600),
    (0o644, 0o640, 0o640),
])
def mode_of_an_existing_file(before, given, after):
    write("a.bin", "a longer old content", mode=before)
    write_bytes("a.bin", b"new", given)
    assert mode("a.bin") == after and files() == ["a.bin"]
    assert Path("a.bin").stat().st_size == 3


@table(R1, [
    (-1, "bad mode: -001"),
    (-8, "bad mode: -010"),
    (0o1000, "bad mode: 1000"),
    (0o4755, "bad mode: 4755"),
    (0o10000, "bad mode: 10000"),
])
def bad_modes_come_before_everything(bits, message):
    write("a.bin", "old", mode=0o640)
    with raises(ValueError) as old:
        write_bytes("a.bin", b"new", mode=bits)
    with raises(ValueError) as new:
        write_bytes("b.bin", b"new", bits)
    with raises(ValueError) as nowhere:
        write_bytes("no/c.bin", b"new", bits)
    assert [str(old.value), str(new.value), str(nowhere.value)] == [message] * 3
    assert files() == ["a.bin"] and read("a.bin") == "old" and mode("a.bin") == 0o640


@table(R1, [
    (b"",),
    (b"\x00",),
    (b"\xff\xfe\x00\x80",),
    (b"one\r\ntwo\rthree\n\n",),
    (b"\xef\xbb\xbfbom",),
    (b"0123456789" * 100000,),
])
def content_is_exactly_the_data(data):
    write("a.bin", "old content that is replaced in full")
    write_bytes("a.bin", data)
    write_bytes("b.bin", data)
    assert read_bytes("a.bin") == data and Path("b.bin").read_bytes() == data
    assert files() == ["a.bin", "b.bin"]


@table(R2, [
    ("plain", b"plain"),
    ("", b""),
    ("a\nb\n", b"a\nb\n"),
    ("a\r\nb\rc\n", b"a\r\nb\rc\n"),
    ("é€\u2028x", b"\xc3\xa9\xe2\x82\xac\xe2\x80\xa8x"),
    ("\ufeffbom", b"\xef\xbb\xbfbom"),
])
def texts(text, data):
    assert write_text("a.txt", text) is None
    assert read_bytes("a.txt") == data and read_text("a.txt") == text
    assert mode("a.txt") == 0o600 and files() == ["a.txt"]


@table(R2, [
    ("é\r\n", "latin-1", b"\xe9\r\n"),
    ("€", "cp1252", b"\x80"),
    ("ab", "utf-16-le", b"a\x00b\x00"),
    ("é", "utf-8", b"\xc3\xa9"),
])
def encodings(text, encoding, data):
    write_text("a.txt", text, mode=0o644, encoding=encoding)
    assert read_bytes("a.txt") == data and read_text("a.txt", encoding=encoding) == text
    assert mode("a.txt") == 0o644 and files() == ["a.txt"]


@proves(R2)
def text_that_cannot_be_encoded_changes_nothing():
    write("a.txt", "old", mode=0o640)
    with raises(UnicodeEncodeError):
        write_text("a.txt", "fine, then é", mode=0o600, encoding="ascii")
    with raises(UnicodeEncodeError):
        write_text("b.txt", "€", encoding="latin-1")
    assert read("a.txt") == "old" and mode("a.txt") == 0o640 and files() == ["a.txt"]


@proves(R2)
def content_that_cannot_be_decoded():
    write("a.txt", b"ok\xff\n", mode=0o640)
    with raises(UnicodeDecodeError):
        read_text("a.txt")
    with raises(UnicodeDecodeError):
        read_text("a.txt", encoding="ascii")
    assert read_text("a.txt", encoding="latin-1") == "ok\u00ff\n" and read_bytes("a.txt") == b"ok\xff\n"
    assert mode("a.txt") == 0o640 and files() == ["a.txt"]


@table(R3, [
    ([], None, b"", 0, 0o600),
    ([b"one"], None, b"one", 3, 0o600),
    ([b"one", b"", b"\xff\r\n"], 0o644, b"one\xff\r\n", 6, 0o644),
    ([b"0123456789"] * 5000, 0o666, b"0123456789" * 5000, 50000, 0o666),
])
def chunks(parts, bits, data, number, after):
    assert write_chunks("a.bin", parts, bits) == number
    assert read_bytes("a.bin") == data and mode("a.bin") == after and files() == ["a.bin"]
    write("b.bin", "old", mode=0o440)
    assert write_chunks("b.bin", (part for part in parts)) == number
    assert read_bytes("b.bin") == data and mode("b.bin") == 0o440 and files() == ["a.bin", "b.bin"]


@proves(R3)
def failing_iterable_leaves_all_as_before():
    write("a.bin", "old", mode=0o640)
    with raises(RuntimeError) as old:
        write_chunks("a.bin", make_broken_chunks(b"new", b"newer"), mode=0o600)
    with raises(RuntimeError) as new:
        write_chunks("b.bin", make_broken_chunks(b"new"))
    with raises(RuntimeError, "no more"):
        write_chunks("c.bin", make_broken_chunks())
    assert str(old.value) == "no more" and str(new.value) == "no more"
    assert read("a.bin") == "old" and mode("a.bin") == 0o640 and files() == ["a.bin"]


@table(R3, [("text", "str"), (5, "int"), (None, "NoneType"), ([b"x"], "list"), (1.5, "float")])
def chunk_that_is_not_bytes(chunk, name):
    write("a.bin", "old", mode=0o644)
    with raises(TypeError) as old:
        write_chunks("a.bin", [b"new", chunk, b"more"], 0o600)
    with raises(TypeError) as new:
        write_chunks("b.bin", [chunk])
    assert str(old.value) == "chunk must be bytes, not " + name and str(new.value) == str(old.value)
    assert read("a.bin") == "old" and mode("a.bin") == 0o644 and files() == ["a.bin"]


@proves(R4)
def temporary_file_while_writing():
    write("a.bin", "old", mode=0o666)
    seen = []

    def parts():
        yield b"one"
        seen.append([(name[:1], name[-4:], mode(name) & 0o077) for name in files() if name != "a.bin"])
        seen.append([read("a.bin"), mode("a.bin")])
        yield b"two"

    assert write_chunks("a.bin", parts(), mode=0o666) == 6
    assert seen == [[(".", ".tmp", 0)], ["old", 0o666]]
    assert read("a.bin") == "onetwo" and mode("a.bin") == 0o666 and files() == ["a.bin"]


@table(R4, [
    (write_bytes, ["d", b"x"]),
    (write_bytes, ["a.bin", b"x", 0o1000]),
    (write_bytes, ["no/b.bin", b"x"]),
    (write_text, ["a.bin", "\u20ac", None, "ascii"]),
    (write_text, ["b.bin", "x", -1]),
    (write_chunks, ["b.bin", [b"x", 1]]),
    (write_chunks, ["d/b.bin", ["x"]]),
    (write_secret, ["a.bin", b"x"]),
    (write_secret, ["d", b"x"]),
])
def nothing_is_left_after_a_failure(function, args):
    write("a.bin", "old", mode=0o640)
    write("d/keep", "kept", mode=0o604)
    with raises(Exception):
        function(*args)
    assert files() == ["a.bin", "d/keep"] and read("a.bin") == "old" and read("d/keep") == "kept"
    assert mode("a.bin") == 0o640 and mode("d/keep") == 0o604


@proves(R5)
def link_stays_and_its_file_is_written():
    write("real.bin", "old", mode=0o640)
    Path("link").symlink_to("real.bin")
    Path("second").symlink_to("link")
    write_bytes("link", b"new")
    assert Path("link").is_symlink() is True and Path("real.bin").is_symlink() is False
    assert read("real.bin") == "new" and mode("real.bin") == 0o640
    write_text("second", "newer", mode=0o600)
    assert Path("second").is_symlink() is True and Path("link").is_symlink() is True
    assert read("real.bin") == "newer" and mode("real.bin") == 0o600
    assert read_bytes("second") == b"newer" and read_text("link") == "newer" and read_secret("link") == b"newer"
    assert mode_of("second") == 0o600 and files() == ["link", "real.bin", "second"]


@proves(R5)
def link_to_a_missing_file():
    write("sub/other", "x")
    Path("good").symlink_to("sub/target")
    Path("bad").symlink_to("no/target")
    with raises(FileToolError) as missing:
        read_bytes("good")
    assert str(missing.value) == "no such file: good"
    write_bytes("good", b"new")
    assert Path("good").is_symlink() is True and read("sub/target") == "new" and mode("sub/target") == 0o600
    with raises(FileToolError) as error:
        write_bytes("bad", b"new")
    assert str(error.value) == "no such folder: " + str(Path("no").resolve())
    assert sorted(path.name for path in Path("sub").iterdir()) == ["other", "target"] and Path("no").exists() is False


@table(R5, [
    (write_bytes, "no/a", b"x", "no"),
    (write_bytes, "no/deep/a", b"x", "no/deep"),
    (write_bytes, "f/a", b"x", "f"),
    (write_text, "no/a", "x", "no"),
    (write_chunks, "no/a", [b"x"], "no"),
    (write_chunks, "f/a", [b"x"], "f"),
    (write_secret, "no/a", b"x", "no"),
    (write_secret, "f/a", b"x", "f"),
])
def no_folder_to_write_in(function, path, content, folder):
    write("f", "a file", mode=0o644)
    with raises(FileToolError) as error:
        function(path, content)
    assert str(error.value) == "no such folder: " + str(Path(folder).resolve())
    assert files() == ["f"] and read("f") == "a file" and Path("no").exists() is False


@table(R5, [
    (read_bytes, "nope"),
    (read_text, "nope"),
    (read_secret, "nope"),
    (mode_of, "nope"),
    (read_bytes, "no/such"),
    (read_text, "no/such/file"),
    (read_secret, "./no/such"),
    (mode_of, "no/such"),
])
def no_file_to_read(function, path):
    with raises(FileToolError) as error:
        function(path)
    assert str(error.value) == "no such file: " + path
    with raises(FileToolError) as again:
        function(Path("nope"))
    assert str(again.value) == "no such file: nope" and files() == []


@table(R5, [
    (read_bytes, []),
    (read_text, []),
    (read_secret, []),
    (mode_of, []),
    (write_bytes, [b"x"]),
    (write_bytes, [b"x", 0o600]),
    (write_text, ["x"]),
    (write_chunks, [[b"x"]]),
    (write_secret, [b"x"]),
])
def not_regular_files(function, more):
    write("d/keep", "kept")
    Path("link").symlink_to("d")
    with raises(FileToolError) as folder:
        function("d", *more)
    with raises(FileToolError) as link:
        function("link", *more)
    assert str(folder.value) == "not a regular file: d" and str(link.value) == "not a regular file: link"
    assert Path("link").is_symlink() is True and read("d/keep") == "kept" and Path("d").is_dir() is True


@proves(R6)
def secrets_are_written_and_read():
    assert write_secret("key", b"\x00\xffone\r\n") is None
    assert mode("key") == 0o600 and read_secret("key") == b"\x00\xffone\r\n" and files() == ["key"]
    write_secret(Path("key"), b"two")
    assert mode("key") == 0o600 and read_secret(Path("key")) == b"two" and files() == ["key"]


@table(R6, [
    (0o644, "key: mode is 0644, must be 0600"),
    (0o640, "key: mode is 0640, must be 0600"),
    (0o700, "key: mode is 0700, must be 0600"),
    (0o400, "key: mode is 0400, must be 0600"),
    (0o601, "key: mode is 0601, must be 0600"),
    (0o777, "key: mode is 0777, must be 0600"),
])
def secret_with_another_mode_is_not_written(bits, message):
    write("key", "old", mode=bits)
    with raises(UnsafeModeError) as error:
        write_secret("key", b"new")
    assert str(error.value) == message and isinstance(error.value, FileToolError) is True
    assert read("key") == "old" and mode("key") == bits and files() == ["key"]


@table(R6, [(0o644, "0644"), (0o604, "0604"), (0o400, "0400"), (0o700, "0700"), (0o666, "0666")])
def secret_with_another_mode_is_not_read(bits, digits):
    write("in/key", "old", mode=bits)
    with raises(UnsafeModeError) as error:
        read_secret("in/key")
    assert str(error.value) == "in/key: mode is " + digits + ", must be 0600"
    assert mode("in/key") == bits and read_bytes("in/key") == b"old"
    Path("in/key").chmod(0o600)
    assert read_secret("in/key") == b"old"


@table(R6, [(0o600,), (0o644,), (0o777,), (0o400,), (0o000,), (0o051,)])
def modes_are_told(bits):
    write("a.bin", "x", mode=bits)
    assert mode_of("a.bin") == bits and mode_of(Path("a.bin")) == bits
    assert mode("a.bin") == bits and files() == ["a.bin"]


@proves(R6)
def only_the_nine_bits_count():
    write("key", "old", mode=0o600)
    Path("key").chmod(0o4600)
    assert mode_of("key") == 0o600 and read_secret("key") == b"old"
    write_secret("key", b"new")
    assert read_secret("key") == b"new" and mode("key") == 0o600
    Path("key").chmod(0o4644)
    with raises(UnsafeModeError) as error:
        read_secret("key")
    assert str(error.value) == "key: mode is 0644, must be 0600" and mode_of("key") == 0o644


@proves(R7)
def missing_folders_are_made_private():
    made = make_folder("a/b/c")
    assert made == [str(Path(name).absolute()) for name in ["a", "a/b", "a/b/c"]]
    assert [mode(name) for name in ["a", "a/b", "a/b/c"]] == [0o700, 0o700, 0o700]
    assert make_folder(Path("a/b/d")) == [str(Path("a/b/d").absolute())] and mode("a/b/d") == 0o700
    assert files() == [] and sorted(path.name for path in Path("a/b").iterdir()) == ["c", "d"]


@proves(R7)
def existing_folders_are_left_as_they_are():
    write("a/keep", "x", mode=0o644)
    Path("a").chmod(0o755)
    Path("link").symlink_to("a")
    assert make_folder("a") == [] and make_folder("link") == [] and make_folder(".") == []
    assert make_folder("a/b") == [str(Path("a/b").absolute())]
    assert make_folder("link/c") == [str(Path("link/c").absolute())]
    assert mode("a") == 0o755 and mode("a/b") == 0o700 and mode("a/c") == 0o700
    assert Path("link").is_symlink() is True and read("a/keep") == "x" and mode("a/keep") == 0o644


@table(R7, [("f", "f"), ("f/b", "f"), ("f/b/c", "f"), ("d/g/x/y", "d/g"), ("to_f", "to_f"), ("to_f/x", "to_f")])
def something_else_is_in_the_way(path, thing):
    write("f", "x", mode=0o644)
    write("d/g", "y", mode=0o644)
    Path("to_f").symlink_to("f")
    with raises(FileToolError) as error:
        make_folder(path)
    assert str(error.value) == "not a folder: " + str(Path(thing).absolute())
    assert sorted(entry.name for entry in Path(".").iterdir()) == ["d", "f", "to_f"]
    assert read("f") == "x" and read("d/g") == "y" and mode("f") == 0o644


@proves(R7)
def folders_made_before_a_failure_are_removed():
    write("old/keep", "x")
    with raises(OSError):
        make_folder("old/a/b/" + "n" * 300)
    assert [path.name for path in Path("old").iterdir()] == ["keep"]
    with raises(OSError):
        make_folder("new/" + "n" * 300 + "/deep")
    assert Path("new").exists() is False and files() == ["old/keep"]
    assert len(make_folder("new/deep")) == 2


@proves(R8)
def command_writes_stdin():
    result = run("write", "a.bin", stdin=b"\x00\xff\r\nend")
    assert result.exit == 0 and result.stdout == "" and result.stderr == ""
    assert read_bytes("a.bin") == b"\x00\xff\r\nend" and mode("a.bin") == 0o600 and files() == ["a.bin"]
    write("b.txt", "old", mode=0o640)
    assert run("write", "b.txt", stdin="").exit == 0
    assert read("b.txt") == "" and mode("b.txt") == 0o640 and files() == ["a.bin", "b.txt"]


@table(R8, [("644", 0o644), ("0644", 0o644), ("777", 0o777), ("0777", 0o777), ("7", 0o007), ("0", 0), ("0000", 0), ("60", 0o060)])
def command_writes_with_a_mode(text, bits):
    write("old", "old", mode=0o600)
    for name in ["new", "old"]:
        result = run("write", "--mode", text, name, stdin="data")
        assert result.exit == 0 and result.stdout == "" and result.stderr == "" and mode(name) == bits
    assert files() == ["new", "old"] and Path("old").stat().st_size == 4


@table(R8, [("plain\n",), ("",), ("no end",), ("a\r\nb\rc\n\n",), ("é€\x00\t",)])
def command_reads_bytes_unchanged(text):
    write("a.txt", text, mode=0o644)
    result = run("read", "a.txt")
    assert result.stdout == text and result.stderr == "" and result.exit == 0
    assert mode("a.txt") == 0o644 and files() == ["a.txt"]


@proves(R8)
def command_puts_and_gets_secrets():
    put = run("put", "key", stdin="secret\r\n")
    assert put.exit == 0 and put.stdout == "" and put.stderr == ""
    assert mode("key") == 0o600 and read("key") == "secret\r\n" and files() == ["key"]
    got = run("get", "key")
    assert got.exit == 0 and got.stdout == "secret\r\n" and got.stderr == ""
    assert run("put", "key", stdin="two").exit == 0 and run("get", "key").stdout == "two"


@proves(R8)
def command_makes_folders():
    first = run("mkdir", "a/b")
    assert first.stdout == str(Path("a").absolute()) + "\n" + str(Path("a/b").absolute()) + "\n"
    assert first.exit == 0 and first.stderr == "" and mode("a") == 0o700 and mode("a/b") == 0o700
    again = run("mkdir", "a/b")
    assert again.exit == 0 and again.stdout == "" and again.stderr == ""


@table(R8, [
    (["good"], "good: ok\n", 0),
    (["good", "in/also"], "good: ok\nin/also: ok\n", 0),
    (["loose"], "loose: 0644\n", 1),
    (["loose", "good", "strict", "open"], "loose: 0644\ngood: ok\nstrict: 0400\nopen: 0777\n", 1),
    (["good", "good"], "good: ok\ngood: ok\n", 0),
])
def command_checks_modes(names, output, code):
    write("good", "x", mode=0o600)
    write("in/also", "x", mode=0o600)
    write("loose", "x", mode=0o644)
    write("strict", "x", mode=0o400)
    write("open", "x", mode=0o777)
    result = run("check", *names)
    assert result.stdout == output and result.exit == code and result.stderr == ""
    assert mode("loose") == 0o644 and mode("open") == 0o777


@table(R9, [
    (["read", "nope"], "strongbox: no such file: nope\n"),
    (["get", "no/such"], "strongbox: no such file: no/such\n"),
    (["get", "loose"], "strongbox: loose: mode is 0644, must be 0600\n"),
    (["put", "loose"], "strongbox: loose: mode is 0644, must be 0600\n"),
    (["read", "d"], "strongbox: not a regular file: d\n"),
    (["write", "d"], "strongbox: not a regular file: d\n"),
    (["write", "--mode", "600", "d"], "strongbox: not a regular file: d\n"),
    (["put", "d"], "strongbox: not a regular file: d\n"),
])
def command_prints_library_errors(args, line):
    write("loose", "old", mode=0o644)
    write("d/keep", "kept")
    result = run(*args, stdin="new")
    assert result.exit == 1 and result.stdout == "" and result.stderr == line
    assert files() == ["d/keep", "loose"] and read("loose") == "old" and mode("loose") == 0o644


@table(R9, [("write",), ("put",), ("mkdir",)])
def command_prints_operating_system_errors(action):
    name = "n" * 300
    result = run(action, name, stdin="new")
    assert result.exit == 1 and result.stdout == ""
    assert result.stderr == "strongbox: " + name + ": File name too long\n"
    assert files() == [] and list(Path(".").iterdir()) == []


@proves(R9)
def check_goes_on_after_an_error():
    write("good", "x", mode=0o600)
    write("d/loose", "x", mode=0o644)
    result = run("check", "nope", "good", "d", "d/loose", "no/such")
    assert result.stdout == "good: ok\nd/loose: 0644\n" and result.exit == 1
    assert result.stderr == (
        "strongbox: no such file: nope\nstrongbox: not a regular file: d\nstrongbox: no such file: no/such\n"
    )
    only = run("check", "good", "nope")
    assert only.stdout == "good: ok\n" and only.stderr == "strongbox: no such file: nope\n" and only.exit == 1


@table(R9, [
    ("8",), ("648",), ("1000",), ("7777",), ("00644",), ("",), ("-1",), ("+644",), ("0o644",), ("6_4",), (" 644",), ("rw",), ("\u0666",),
])
def command_refuses_bad_modes(text):
    write("old", "old", mode=0o640)
    for name in ["new", "old", "no/such"]:
        result = run("write", "--mode", text, name, stdin="data")
        assert result.exit == 2 and result.stdout == "" and result.stderr == "strongbox: bad mode: " + text + "\n"
    assert files() == ["old"] and read("old") == "old" and mode("old") == 0o640


@table(R10, [
    ([],),
    (["frob"],),
    (["frob", "a"],),
    (["--help"],),
    (["read"],),
    (["get"],),
    (["put"],),
    (["mkdir"],),
    (["check"],),
    (["write"],),
    (["write", "--mode"],),
    (["write", "--mode", "644"],),
    (["read", "old", "old"],),
    (["mkdir", "x", "y"],),
    (["write", "--bogus", "x"],),
    (["check", "--all", "old"],),
    (["--mode", "644", "write", "x"],),
])
def wrong_usage(args):
    write("old", "old", mode=0o600)
    result = run(*args, stdin="data")
    assert result.exit == 2 and result.stdout == "" and result.stderr == make_usage()
    assert files() == ["old"] and read("old") == "old" and Path("x").exists() is False


@table(R10, [
    (["write", "--mode", "999"],),
    (["write", "--mode", "999", "x", "y"],),
    (["write", "--mode", "999", "--bogus", "x"],),
    (["write", "x", "--mode", "644"],),
    (["put", "--mode", "644", "x"],),
    (["read", "--mode", "999", "old"],),
])
def usage_errors_come_before_bad_modes(args):
    write("old", "old", mode=0o600)
    result = run(*args, stdin="data")
    assert result.exit == 2 and result.stdout == "" and result.stderr == make_usage()
    assert files() == ["old"] and read("old") == "old" and mode("old") == 0o600


def make_broken_chunks(*parts):
    for part in parts:
        yield part
    raise RuntimeError("no more")


def make_usage():
    return (
        "usage: strongbox write [--mode OCTAL] FILE | read FILE | put FILE | get FILE"
        " | mkdir FOLDER | check FILE...\n"
    )
